#include <algorithm>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/move/complex_types.h"
#include "delegate/ops/move/left_out.h"
#include "delegate/ops/move/node_query.h"
#include "delegate/ops/move/strided.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

StridedCopy CopyOf(const NodeView& view) {
  const ir::SliceRange range = ResolveAgain(view, ir::ResolveStridedSlice);
  StridedCopy copy = {.source = DenseDims(view.input(0).dims)};
  for (size_t axis = 0; axis < range.size.size(); ++axis) {
    StridedDim& dim = copy.source[axis];
    copy.source_offset += dim.stride * range.begin[axis];
    dim = {.size = range.size[axis], .stride = dim.stride * range.stride[axis]};
  }
  return copy;
}

DimPadding AsPadding(const NodeView& view) {
  if (!view.is_final()) return {};
  const ir::SliceRange range = ResolveAgain(view, ir::ResolveStridedSlice);
  const bool is_dense = std::ranges::all_of(range.stride, [](int stride) { return stride == 1; });
  if (!is_dense || view.output().dims != ir::Shape(range.size)) return {};
  return LeftOut(view.input(0).dims, range.begin, range.size);
}

}  // namespace

OpSpec MakeSpec_strided_slice() {
  return {
      .op_code = abi::kTfLiteBuiltinStridedSlice,
      .kernels = {OneCut<CopyOf>(
          {.element = kMovedOrComplex,
           .most_dims = kWalkDims,
           .constraints =
               {{"the begin indices are stored in the model or computed from shapes", InputIsPlanned<1>},
                {"the end indices are stored in the model or computed from shapes", InputIsPlanned<2>},
                {"the strides are stored in the model", InputIsStored<3>}},
           .as_padding = AsPadding})},
  };
}

}  // namespace litevk
