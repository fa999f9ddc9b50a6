#include <array>
#include <cassert>

#include "delegate/ops/constraints.h"
#include "delegate/ops/move/strided.h"
#include "runtime/opset/shape_inference.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

ir::SliceRange Resolve(const NodeView& view) {
  const std::array<const ir::Tensor*, 4> inputs = {&view.input(0), &view.input(1), &view.input(2),
                                                   &view.input(3)};
  ir::Shape output;
  auto range =
      ir::ResolveStridedSlice({.inputs = inputs, .params = view.node().params, .outputs = {&output, 1}});
  // Shape inference resolved the same query when the node was judged.
  assert(range.ok());
  return std::move(*range);
}

void Lower(Lowering& lowering) {
  const ir::SliceRange range = Resolve(lowering.view());
  StridedCopy copy = {.source = DenseDims(lowering.view().input(0).dims)};
  for (size_t axis = 0; axis < range.size.size(); ++axis) {
    StridedDim& dim = copy.source[axis];
    copy.source_offset += dim.stride * range.begin[axis];
    dim = {.size = range.size[axis], .stride = dim.stride * range.stride[axis]};
  }
  EmitCopy(lowering, lowering.Input(0), copy);
}

// Elements of 8 bytes are two of 4 to the shader, along one more dim.
constexpr TypeSet kWideTypes = ir::DataType::kInt64;

}  // namespace

OpSpec MakeSpec_strided_slice() {
  return {
      .op_code = abi::kTfLiteBuiltinStridedSlice,
      .signatures = {{.element = kMovedTypes.Without(kWideTypes), .most_dims = 6, .lower = Lower},
                     {.element = kWideTypes, .most_dims = 5, .lower = Lower}},
      .constraints = {{"the begin indices are stored in the model or computed from shapes",
                       InputIsPlanned<1>},
                      {"the end indices are stored in the model or computed from shapes", InputIsPlanned<2>},
                      {"the strides are stored in the model", InputIsStored<3>}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
