// Rows with mean 0 and variance 1, times a scale and plus an offset, as converters write them. Sources are
// tf.nn.moments and tf.nn.batch_normalization, Keras 2 and 3, and PyTorch's decomposition. Scale and offset
// that follow a normalization without them are elementwise nodes like any other, which join its dispatch.
#include <cmath>
#include <utility>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/row_lanes.h"
#include "delegate/ops/elementwise/elementwise.h"
#include "delegate/ops/fusions/fusions.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/normalization.h"

namespace litevk {
namespace {

constexpr int kAdd = abi::kTfLiteBuiltinAdd;
constexpr int kSub = abi::kTfLiteBuiltinSub;
constexpr int kMul = abi::kTfLiteBuiltinMul;
constexpr int kDiv = abi::kTfLiteBuiltinDiv;
constexpr int kMean = abi::kTfLiteBuiltinMean;
constexpr int kSum = abi::kTfLiteBuiltinSum;

// Indices of the captures.
constexpr size_t kEpsilon = 1;
constexpr size_t kCount = 2;
constexpr size_t kScale = 3;
constexpr size_t kOffset = 4;
constexpr size_t kShare = 5;

// Returns the rules for the mean of the squares plus epsilon, and for one over its root. Further rules match
// "squares".
std::vector<FusionRule> RulesOfDeviation() {
  return {
      {"inverse", abi::kTfLiteBuiltinRsqrt, {"spread"}},
      {"inverse", kDiv, {"one", "deviation"}, false, HasNoActivation},
      {"deviation", abi::kTfLiteBuiltinSqrt, {"spread"}},
      {"spread", kAdd, {"variance", "epsilon"}, true, HasNoActivation},
      {"variance", kMean, {"squares"}, false, ReducesRows},
      {"variance", kMul, {"sum of squares", "share"}, true, HasNoActivation},
      {"variance", kDiv, {"sum of squares", "count"}, false, HasNoActivation},
      {"sum of squares", kSum, {"squares"}, false, ReducesRows},
  };
}

std::vector<FusionRule> RulesOfLayer() {
  std::vector<FusionRule> rules = {
      // x * (inverse * scale) + (offset - mean * (inverse * scale))
      {"value", kAdd, {"scaled", "moved offset"}, true, HasNoActivation},
      {"value", kMul, {"centered", "factor"}, true, HasNoActivation},
      {"value", kDiv, {"centered", "deviation"}, false, HasNoActivation},
      {"scaled", kMul, {"x", "factor"}, true, HasNoActivation},
      {"moved offset", kSub, {"offset", "scaled mean"}, false, HasNoActivation},
      {"moved offset", kAdd, {"negative", "offset"}, true, HasNoActivation},
      {"moved offset", kMul, {"negative mean", "factor"}, true, HasNoActivation},
      {"negative", kMul, {"negative mean", "factor"}, true, HasNoActivation},
      {"negative mean", abi::kTfLiteBuiltinNeg, {"mean"}},
      {"negative mean", kMul, {"mean", "minus one"}, true, HasNoActivation},
      {"scaled mean", kMul, {"mean", "factor"}, true, HasNoActivation},
      {"factor", kMul, {"inverse", "scale"}, true, HasNoActivation},
      {"factor", abi::kTfLiteBuiltinRsqrt, {"spread"}},
      {"factor", kDiv, {"one", "deviation"}, false, HasNoActivation},
      {"centered", kSub, {"x", "mean"}, false, HasNoActivation},
      {"mean", kMean, {"x"}, false, ReducesRows},
      {"mean", kMul, {"sum", "share"}, true, HasNoActivation},
      {"mean", kDiv, {"sum", "count"}, false, HasNoActivation},
      {"sum", kSum, {"x"}, false, ReducesRows},
      {"squares", abi::kTfLiteBuiltinSquaredDifference, {"x", "mean"}, true},
      {"squares", kMul, {"centered", "centered"}, false, HasNoActivation},
      {"squares", abi::kTfLiteBuiltinSquare, {"centered"}},
      {"squares", abi::kTfLiteBuiltinPow, {"centered", "two"}},
  };
  const std::vector<FusionRule> deviation = RulesOfDeviation();
  rules.insert(rules.end(), deviation.begin(), deviation.end());
  return rules;
}

std::vector<FusionRule> RulesOfRms() {
  std::vector<FusionRule> rules = {
      {"value", kMul, {"x", "factor"}, true, HasNoActivation},
      {"value", kDiv, {"x", "deviation"}, false, HasNoActivation},
      {"factor", kMul, {"inverse", "scale"}, true, HasNoActivation},
      {"factor", abi::kTfLiteBuiltinRsqrt, {"spread"}},
      {"factor", kDiv, {"one", "deviation"}, false, HasNoActivation},
      {"squares", kMul, {"x", "x"}, false, HasNoActivation},
      {"squares", abi::kTfLiteBuiltinSquare, {"x"}},
      {"squares", abi::kTfLiteBuiltinPow, {"x", "two"}},
  };
  const std::vector<FusionRule> deviation = RulesOfDeviation();
  rules.insert(rules.end(), deviation.begin(), deviation.end());
  return rules;
}

std::vector<FusionCapture> Captures() {
  return {{"x", kFloat32},
          {"epsilon", kFloat32, true},
          {"count", kFloat32, true},
          {"scale", kFloat32},
          {"offset", kFloat32},
          {"share", kFloat32, true},
          {"one", kFloat32, true, 1.0F},
          {"two", kFloat32, true, 2.0F},
          {"minus one", kFloat32, true, -1.0F}};
}

bool IsAbout(float value, float wanted) { return std::abs(value - wanted) <= 1e-6F * wanted; }

// True if the divisor or the factor of the sums makes means of them, or if there is neither.
bool SumsAreMeans(const ir::Graph& graph, const FusionMatch& match, float channels) {
  if (match.captured[kCount] != ir::kAbsent && !IsAbout(ScalarOf(graph, match, kCount), channels)) {
    return false;
  }
  return match.captured[kShare] == ir::kAbsent || IsAbout(ScalarOf(graph, match, kShare), 1 / channels);
}

std::optional<std::vector<EpilogueStep>> Steps(const ir::Graph& graph, const FusionMatch& match) {
  const ir::Shape& dims = graph.tensor(match.input()).dims;
  if (dims.has_unknown() || !SumsAreMeans(graph, match, static_cast<float>(dims.channels()))) {
    return std::nullopt;
  }
  std::vector<EpilogueStep> steps;
  for (const auto& [index, op] :
       {std::pair(kScale, EpilogueOp::kMul), std::pair(kOffset, EpilogueOp::kAdd)}) {
    const ir::TensorId operand = match.captured[index];
    if (operand == ir::kAbsent) continue;
    EpilogueStep step = {.op = op, .operand = operand};
    if (!ClassifyOperand(graph.tensor(operand), dims, &step)) return std::nullopt;
    steps.push_back(step);
  }
  return steps;
}

void LowerRows(Lowering& lowering, bool is_centered) {
  const FusionMatch& match = *lowering.fused().match;
  EmitRowLanes<shaders::Normalization>(lowering, {.kIsCentered = is_centered, .kIsMean = true},
                                       {.epsilon = ScalarOf(lowering.view().graph(), match, kEpsilon)},
                                       match.steps);
}

}  // namespace

const Fusion kLayerNormalization = {
    .name = "layer normalization",
    .rules = RulesOfLayer(),
    .captures = Captures(),
    .steps = Steps,
    .kernel = {.epilogue = kFloat32Epilogue,
               .reads_strided = ReadsLanesOfRows,
               .lower = [](Lowering& lowering) { LowerRows(lowering, true); }}};

const Fusion kRmsNormalization = {
    .name = "normalization by the root mean square",
    .rules = RulesOfRms(),
    .captures = Captures(),
    .steps = Steps,
    .kernel = {.epilogue = kFloat32Epilogue,
               .reads_strided = ReadsLanesOfRows,
               .lower = [](Lowering& lowering) { LowerRows(lowering, false); }}};

}  // namespace litevk
