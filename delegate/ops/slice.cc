#include "runtime/opset/ops/slice.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/left_out.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

StridedCopy CopyOf(const NodeView& view) {
  const Slice slice = ResolveAgain(view, ResolveSlice);
  StridedCopy copy = {.source = DenseDims(view.input(0).dims)};
  for (size_t axis = 0; axis < slice.size.size(); ++axis) {
    copy.source_offset += copy.source[axis].stride * slice.begin[axis];
    copy.source[axis].size = slice.size[axis];
  }
  return copy;
}

DimPadding AsPadding(const NodeView& view) {
  if (!view.is_final()) return {};
  const Slice slice = ResolveAgain(view, ResolveSlice);
  return LeftOut(view.input(0).dims, slice.begin, slice.size);
}

}  // namespace

OpSpec MakeSpec_slice() {
  return {
      .op_code = abi::kTfLiteBuiltinSlice,
      .kernels = {OneCut<CopyOf>(
          {.element = kMovedOrComplex | kPacked,
           .most_dims = kWalkDims,
           .constraints = {{"the begin indices are stored in the model or computed from shapes",
                            InputIsPlanned<1>},
                           {"the sizes are stored in the model or computed from shapes", InputIsPlanned<2>}},
           .as_padding = AsPadding})},
  };
}

}  // namespace litevk
