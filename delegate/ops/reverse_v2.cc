#include "runtime/opset/ops/reverse_v2.h"

#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

StridedCopy CopyOf(const NodeView& view) {
  const std::vector<bool> reversed = ResolveAgain(view, ResolveReversedAxes);
  StridedCopy copy = {.source = DenseDims(view.input(0).dims)};
  for (size_t axis = 0; axis < reversed.size(); ++axis) {
    if (!reversed[axis]) continue;
    StridedDim& dim = copy.source[axis];
    copy.source_offset += (dim.size - 1) * dim.stride;
    dim.stride = -dim.stride;
  }
  return copy;
}

}  // namespace

OpSpec MakeSpec_reverse_v2() {
  return {
      .op_code = abi::kTfLiteBuiltinReverseV2,
      .kernels = {OneCopy<CopyOf>(
          {.element = kMovedTypes,
           .most_dims = kWalkDims,
           .constraints = {{"the axes are stored in the model or computed from shapes",
                            InputIsPlanned<1>}}})},
  };
}

}  // namespace litevk
