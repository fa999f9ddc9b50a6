// GELU with tanh, x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))). The orders of the operations are those
// of TensorFlow, Keras, JAX and PyTorch.
#include <algorithm>

#include "delegate/ops/fusions/fusions.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr int kAdd = abi::kTfLiteBuiltinAdd;
constexpr int kMul = abi::kTfLiteBuiltinMul;
constexpr int kPow = abi::kTfLiteBuiltinPow;
constexpr size_t kHalf = 1;

bool HalvesTheInput(const ir::Graph& graph, const FusionMatch& match) {
  return std::ranges::any_of(match.positions, [&](int position) {
    const std::vector<ir::TensorId>& inputs = graph.nodes[static_cast<size_t>(position)].inputs;
    const auto reads = [&](ir::TensorId id) { return std::ranges::find(inputs, id) != inputs.end(); };
    return reads(match.input()) && reads(match.captured[kHalf]);
  });
}

// Returns the steps. No node of the chain leaves an infinity. If one halves the input, the others multiply a
// finite number, and minus infinity ends as a zero in place of a NaN.
std::optional<std::vector<EpilogueStep>> Steps(const ir::Graph& graph, const FusionMatch& match) {
  std::vector<EpilogueStep> steps;
  if (HalvesTheInput(graph, match)) steps.push_back({.op = EpilogueOp::kFinite});
  steps.push_back({.op = EpilogueOp::kApproximateGelu});
  steps.push_back({.op = EpilogueOp::kFinite});
  return steps;
}

}  // namespace

const Fusion kTanhGelu = {
    .name = "GELU with tanh",
    .rules =
        {
            {"value", kMul, {"x", "share"}, true, HasNoActivation},
            {"value", kMul, {"half of x", "grown"}, true, HasNoActivation},
            {"value", kMul, {"doubled", "half"}, true, HasNoActivation},
            {"share", kMul, {"grown", "half"}, true, HasNoActivation},
            {"half of x", kMul, {"x", "half"}, true, HasNoActivation},
            {"doubled", kMul, {"x", "grown"}, true, HasNoActivation},
            {"grown", kAdd, {"tanh", "one"}, true, HasNoActivation},
            {"tanh", abi::kTfLiteBuiltinTanh, {"bend"}},
            {"bend", kMul, {"bent", "root"}, true, HasNoActivation},
            {"bend", kMul, {"slope", "growth"}, true, HasNoActivation},
            {"bent", kAdd, {"x", "small cube"}, true, HasNoActivation},
            {"bent", kMul, {"x", "growth"}, true, HasNoActivation},
            {"slope", kMul, {"x", "root"}, true, HasNoActivation},
            {"growth", kAdd, {"small square", "one"}, true, HasNoActivation},
            {"small square", kMul, {"square", "small"}, true, HasNoActivation},
            {"small square", kMul, {"small x", "x"}, true, HasNoActivation},
            {"small x", kMul, {"x", "small"}, true, HasNoActivation},
            {"small cube", kMul, {"cube", "small"}, true, HasNoActivation},
            {"small cube", kMul, {"small square", "x"}, true, HasNoActivation},
            {"cube", kPow, {"x", "three"}},
            {"cube", kMul, {"square", "x"}, true, HasNoActivation},
            {"square", kMul, {"x", "x"}, false, HasNoActivation},
            {"square", abi::kTfLiteBuiltinSquare, {"x"}},
            {"square", kPow, {"x", "two"}},
        },
    .captures = {{"x", kFloat32},
                 {"half", kFloat32, true, 0.5F},
                 {"one", kFloat32, true, 1.0F},
                 {"root", kFloat32, true, 0.7978845608F},
                 {"small", kFloat32, true, 0.044715F},
                 {"three", kFloat32, true, 3.0F},
                 {"two", kFloat32, true, 2.0F}},
    .steps = Steps,
    .is_elementwise = true,
    .kernel = ElementwisePattern(),
};

}  // namespace litevk
