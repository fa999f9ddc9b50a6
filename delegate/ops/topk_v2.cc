#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/move/picks.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/top_k.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
// Every element may have to be compared with every other of its row.
constexpr int kMostInRow = 1 << 16;

void Lower(Lowering& lowering) {
  const ir::Tensor& input = lowering.view().input(0);
  const int dim = input.dims.channels();
  const int k = lowering.output_dims().channels();
  const auto total = static_cast<uint32_t>(input.dims.NumElements());
  lowering.EmitPart<shaders::TopK>(
      {.kLocalSizeX = kGroup, .kKind = KindOf(input), .kBytes = lowering.InputBytes(0)},
      {.total = total, .dim = static_cast<uint32_t>(dim), .k = static_cast<uint32_t>(k)},
      {.source = lowering.Input(0), .result = lowering.Output(1)},
      FlatGroups(total, kGroup, lowering.limits()));
  EmitPicks(lowering, lowering.Input(0), {.tensor = lowering.Output(1)}, {.dim = dim, .count = k});
}

bool RowFits(const NodeView& view) { return view.input(0).dims.channels() <= kMostInRow; }

bool HasInt32Indices(const NodeView& view) { return view.output(1).type == ir::DataType::kInt32; }

}  // namespace

OpSpec MakeSpec_topk_v2() {
  return {
      .op_code = abi::kTfLiteBuiltinTopkV2,
      .kernels = {{.constraints = {{"k is stored in the model or computed from shapes", InputIsPlanned<1>},
                                   {"the indices are int32", HasInt32Indices},
                                   {"a row has at most 65536 elements", RowFits, ChannelsAreKnown<0>}},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kOfWords,
                   .lower = Lower}},
  };
}

}  // namespace litevk
