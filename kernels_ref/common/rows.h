// Operators that work along the innermost dim, row by row.
#pragma once

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Calls row(input, depth, output) for each row of input 0. The row has as many elements in output
// 0.
template <typename T, typename Out = T, typename Row>
Status ForEachRow(const KernelArgs& args, Row row) {
  const ir::Shape& dims = args.inputs[0].dims();
  const int depth = dims.channels();
  if (depth == 0) return {};
  for (int64_t index = 0; index < dims.Rows(); ++index) {
    row(args.inputs[0].data<T>() + index * depth, depth, args.outputs[0].data<Out>() + index * depth);
  }
  return {};
}

}  // namespace litevk::ref
