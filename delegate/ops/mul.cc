#include "delegate/abi/builtin_ops.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"

namespace litevk {
namespace {

constexpr BinaryOps kOps = {EpilogueOp::kMul, EpilogueOp::kMul};

std::vector<EpilogueStep> AsEpilogue(const NodeView& view, int chained_input) {
  return BinaryStep(view, chained_input, kOps, view.params<abi::TfLiteArithmeticParams>().activation);
}

void Lower(Lowering& lowering) {
  LowerBinary(lowering, kOps, lowering.view().params<abi::TfLiteArithmeticParams>().activation);
}

}  // namespace

OpSpec MakeSpec_mul() {
  return {
      .op_code = abi::kTfLiteBuiltinMul,
      .name = "MUL",
      .stem = "mul",
      .params_bytes = sizeof(abi::TfLiteArithmeticParams),
      .versions = {{1, "float32 and uint8"},
                   {2, "int8"},
                   {3, "a rescale of 1 or more"},
                   {4, "int16"},
                   {5, "int64"},
                   {6, "complex64"},
                   {7, "int16 without quantization, uint32"},
                   {8, "float16"}},
      .types = {FloatSignature(2)},
      .constraints = {ActivationConstraint<abi::TfLiteArithmeticParams>(),
                      {"inputs and output have at most 4 dims", RankAtMost<4>}},
      .layout_role = LayoutRole::kTransparent,
      .infer_shapes = ir::BroadcastInputs,
      .takes_epilogue = true,
      .as_epilogue = AsEpilogue,
      .lower = Lower,
  };
}

}  // namespace litevk
