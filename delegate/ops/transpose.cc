#include "runtime/opset/ops/transpose.h"

#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

StridedCopy CopyOf(const NodeView& view) {
  const StridedDims input = DenseDims(view.input(0).dims);
  StridedCopy copy;
  for (const int axis : ResolveAgain(view, ResolvePermutation)) {
    copy.source.push_back(input[static_cast<size_t>(axis)]);
  }
  return copy;
}

}  // namespace

OpSpec MakeSpec_transpose() {
  return {
      .op_code = abi::kTfLiteBuiltinTranspose,
      .kernels = {OneCopy<CopyOf>(
          {.element = kMovedOrComplex | kPacked,
           .most_dims = kWalkDims,
           .constraints = {{"the permutation is stored in the model or computed from shapes",
                            InputIsPlanned<1>}}})},
  };
}

}  // namespace litevk
