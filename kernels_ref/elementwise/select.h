// SELECT and SELECT_V2: copy an element of input 1 if the condition, input 0, is true, else of input 2.
#pragma once

#include <algorithm>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk::ref {

// Selects elements. `condition` are dims that broadcast to the output's, used instead of input 0's own dims.
inline Status ApplySelect(const KernelArgs& args, const ir::Shape& condition) {
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier held, ElementCopier::Create(args.inputs[1], args.outputs[0]));
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier other, ElementCopier::Create(args.inputs[2], args.outputs[0]));
  const ir::Shape& dims = args.outputs[0].dims();
  const std::vector<int64_t> strides[] = {BroadcastStrides(condition, dims),
                                          BroadcastStrides(args.inputs[1].dims(), dims),
                                          BroadcastStrides(args.inputs[2].dims(), dims)};
  Walker walker(dims, strides);
  const int64_t count = dims.NumElements();
  // Any byte but 0 counts as true: a caller may store such bytes.
  const auto* holds = args.inputs[0].data<uint8_t>();
  for (int64_t index = 0; index < count; ++index, walker.Next()) {
    if (holds[walker.offset(0)] != 0) {
      held.CopyOne(walker.offset(1), index);
    } else {
      other.CopyOne(walker.offset(2), index);
    }
  }
  return {};
}

}  // namespace litevk::ref
