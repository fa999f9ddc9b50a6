#include "delegate/ops/common/arg_min_max.h"

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/reduce.h"
#include "delegate/ops/move/node_query.h"
#include "runtime/opset/common/arg_min_max.h"
#include "shaders/arg_min_max.h"

namespace litevk {

template <bool kIsLeast>
void LowerArgMinMax(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Tensor& input = view.input(0);
  const int axis = ResolveAgain(view, ReadAxis);
  const auto total = static_cast<uint32_t>(lowering.output_dims().NumElements());
  const auto dim = static_cast<uint32_t>(input.dims[axis]);
  const int64_t inner = ir::CountBetween(input.dims, axis + 1, input.dims.rank());
  const uint32_t lanes = ReductionLanes(dim, total);
  lowering.Emit<shaders::ArgMinMax>({.kLanes = lanes,
                                     .kKind = KindOf(input),
                                     .kBytes = lowering.InputBytes(0),
                                     .kIsLeast = kIsLeast,
                                     .kResultBytes = lowering.OutputBytes()},
                                    {.total = total, .dim = dim, .inner = static_cast<uint32_t>(inner)},
                                    {.source = lowering.Input(0), .result = lowering.Output()},
                                    FlatGroups(int64_t{total} * lanes, kReductionGroup, lowering.limits()));
}
template void LowerArgMinMax<false>(Lowering& lowering);
template void LowerArgMinMax<true>(Lowering& lowering);

OpSpec MakeArgMinMax(int op_code, void (*lower)(Lowering&)) {
  return {
      .op_code = op_code,
      .kernels = {{.element = kComparedTypes,
                   .constraints = {{"the axis is stored in the model or computed from shapes",
                                    InputIsPlanned<1>}},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = lower}},
  };
}

}  // namespace litevk
