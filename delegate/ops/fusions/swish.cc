// SiLU and GELU's approximation by it: x times the logistic function of x, or of x times a constant.
#include "delegate/ops/fusions/fusions.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr int kMul = abi::kTfLiteBuiltinMul;
constexpr size_t kSlope = 1;

std::optional<std::vector<EpilogueStep>> Steps(const ir::Graph& graph, const FusionMatch& match) {
  const bool has_slope = match.captured[kSlope] != ir::kAbsent;
  return std::vector<EpilogueStep>{
      {.op = EpilogueOp::kSwish, .scalar = has_slope ? ScalarOf(graph, match, kSlope) : 1.0F}};
}

}  // namespace

const Fusion kSwish = {
    .name = "swish",
    .rules = {{"value", kMul, {"x", "share"}, true, HasNoActivation},
              {"share", abi::kTfLiteBuiltinLogistic, {"steep"}},
              {"share", abi::kTfLiteBuiltinLogistic, {"x"}},
              {"steep", kMul, {"x", "slope"}, true, HasNoActivation}},
    .captures = {{"x", kFloat32}, {"slope", kFloat32, true}},
    .steps = Steps,
    .is_elementwise = true,
    .kernel = ElementwisePattern(),
};

}  // namespace litevk
