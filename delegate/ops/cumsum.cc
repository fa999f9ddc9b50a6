#include "shaders/cumsum.h"

#include <algorithm>
#include <cstdint>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/move/node_query.h"
#include "runtime/opset/common/axis.h"
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
  const auto dim = static_cast<uint32_t>(input.dims[axis]);
  const auto total = static_cast<uint32_t>(input.dims.NumElements() / dim);
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(lowering.limits().max_loop_iterations, dim));
  const uint64_t carried = most < dim ? total : 1;
  const gpu::TensorId carry = lowering.AddScratch("carry", carried, gpu::Storage::kBits64);
  for (uint32_t first = 0; first < dim; first += most) {
    const uint32_t count = std::min(most, dim - first);
    lowering.Emit<shaders::Cumsum>(
        {.kLocalSizeX = kGroup,
         .kKind = KindOf(input),
         .kBytes = lowering.InputBytes(0),
         .kIsExclusive = params.exclusive,
         .kIsReverse = params.reverse,
         .kContinues = first > 0,
         .kIsContinued = first + count < dim},
        {.total = total, .dim = dim, .inner = static_cast<uint32_t>(inner), .first = first, .count = count},
        {.source = lowering.Input(0), .result = lowering.Output(), .carry = carry},
        FlatGroups(total, kGroup, lowering.limits()));
  }
}

}  // namespace

OpSpec MakeSpec_cumsum() {
  return {
      .op_code = abi::kTfLiteBuiltinCumsum,
      .kernels = {{.constraints = {{"the axis is stored in the model or computed from shapes",
                                    InputIsPlanned<1>}},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower}},
  };
}

}  // namespace litevk
