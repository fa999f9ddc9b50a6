#include "shaders/cumsum.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elements.h"
#include "delegate/ops/move/node_query.h"
#include "runtime/opset/families/axis.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteCumsumParams>();
  const ir::Tensor& input = view.input(0);
  const int axis = ResolveAgain(view, ReadAxis);
  const int64_t inner = ir::CountBetween(input.dims, axis + 1, input.dims.rank());
  const auto total = static_cast<uint32_t>(input.dims.NumElements() / input.dims[axis]);
  lowering.Emit<shaders::Cumsum>(
      {.kLocalSizeX = kGroup,
       .kKind = KindOf(input),
       .kBytes = BytesOf(input),
       .kIsExclusive = params.exclusive,
       .kIsReverse = params.reverse},
      {.total = total, .dim = static_cast<uint32_t>(input.dims[axis]), .inner = static_cast<uint32_t>(inner)},
      {.source = lowering.Input(0), .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_cumsum() {
  return {
      .op_code = abi::kTfLiteBuiltinCumsum,
      .signatures = {{.lower = Lower}},
      .constraints = {{"the axis is stored in the model or computed from shapes", InputIsPlanned<1>}},
      .reads_rows = FindsPlaces,
      .writes_rows = ResultRows::kAnywhere,
  };
}

}  // namespace litevk
