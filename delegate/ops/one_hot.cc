#include "shaders/move/one_hot.h"
#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/move/picks.h"
#include "runtime/opset/common/new_axis.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& output = lowering.output_dims();
  const int axis = *ResolveNewAxis(view.params<abi::TfLiteOneHotParams>().axis, output.rank() - 1);
  const PickIndices indices = IndicesOf(lowering, 0);
  const uint32_t total = GroupsFor(output.NumElements(), 4);
  lowering.Emit<shaders::OneHot>(
      {.kLocalSizeX = kGroup, .kBytes = lowering.OutputBytes(), .kIndexBytes = indices.bytes},
      {.elements = static_cast<uint32_t>(output.NumElements()),
       .total = total,
       .depth = static_cast<uint32_t>(output[axis]),
       .inner = static_cast<uint32_t>(ir::CountBetween(output, axis + 1, output.rank()))},
      {.indices = indices.tensor,
       .on = lowering.Input(2),
       .off = lowering.Input(3),
       .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

}  // namespace

OpSpec MakeSpec_one_hot() {
  return {
      .op_code = abi::kTfLiteBuiltinOneHot,
      .kernels = {{.element = kMovedTypes,
                   .constraints = {{"the depth is stored in the model or computed from shapes",
                                    InputIsPlanned<1>}},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower}},
  };
}

}  // namespace litevk
