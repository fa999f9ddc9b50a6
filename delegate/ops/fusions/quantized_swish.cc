// SiLU of 8 bits, x times the logistic function of x: a table, which the nodes' own kernels of kernels_ref
// compute.
#include <algorithm>

#include "delegate/ops/elementwise/byte_table.h"
#include "delegate/ops/elementwise/lookup.h"
#include "delegate/ops/fusions/fusions.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

FixedPointStep TableOf(const ir::Graph& graph, const FusionMatch& match) {
  std::vector<int> positions = match.positions;
  positions.push_back(match.root);
  std::ranges::sort(positions);
  return TableOfChain(graph, match.input(), positions);
}

std::vector<EpilogueStep> AsSteps(const ir::Graph& graph, const FusionMatch& match) {
  return {TableStep(TableOf(graph, match))};
}

std::optional<std::vector<EpilogueStep>> NoSteps(const ir::Graph& /*graph*/, const FusionMatch& /*match*/) {
  return std::vector<EpilogueStep>();
}

void Lower(Lowering& lowering) {
  FixedPointStep step = TableOf(lowering.view().graph(), *lowering.fused().match);
  EmitTable(lowering, lowering.AddConstant("table", kTableBytes, gpu::Storage::kBits8, std::move(step.table),
                                           std::move(step.key)));
}

}  // namespace

const Fusion kQuantizedSwish = {
    .name = "swish of 8 bits",
    .rules = {{"value", abi::kTfLiteBuiltinMul, {"x", "share"}, true},
              {"share", abi::kTfLiteBuiltinLogistic, {"x"}}},
    .captures = {{"x", {ir::DataType::kInt8, ir::DataType::kUInt8}}},
    .steps = NoSteps,
    .as_steps = AsSteps,
    .kernel = {.reads_strided = FindsOffsets, .writes_strided = StridedResult::kAnywhere, .lower = Lower},
};

}  // namespace litevk
