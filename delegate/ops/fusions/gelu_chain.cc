// GELU with tanh, x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), in the orders in which TensorFlow,
// Keras, JAX and PyTorch write it.
#include "delegate/ops/fusions/fusions.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

constexpr int kAdd = abi::kTfLiteBuiltinAdd;
constexpr int kMul = abi::kTfLiteBuiltinMul;
constexpr int kPow = abi::kTfLiteBuiltinPow;

// The nodes before the last leave no infinity, as GELU's step does.
std::optional<std::vector<EpilogueStep>> Steps(const ir::Graph& /*graph*/, const FusionMatch& /*match*/) {
  return std::vector<EpilogueStep>{{.op = EpilogueOp::kApproximateGelu}, {.op = EpilogueOp::kFinite}};
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
    .captures = {{"x"},
                 {"half", true, 0.5F},
                 {"one", true, 1.0F},
                 {"root", true, 0.7978845608F},
                 {"small", true, 0.044715F},
                 {"three", true, 3.0F},
                 {"two", true, 2.0F}},
    .steps = Steps,
};

}  // namespace litevk
