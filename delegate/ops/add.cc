#include "delegate/abi/builtin_ops.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"

namespace litevk {
namespace {

constexpr BinaryOps kOps = {EpilogueOp::kAdd, EpilogueOp::kAdd};

std::vector<EpilogueStep> AsEpilogue(const NodeView& view, int chained_input) {
  return BinaryStep(view, chained_input, kOps, view.params<abi::TfLiteArithmeticParams>().activation);
}

void Lower(Lowering& lowering) {
  LowerBinary(lowering, kOps, lowering.view().params<abi::TfLiteArithmeticParams>().activation);
}

}  // namespace

OpSpec MakeSpec_add() {
  return {
      .op_code = abi::kTfLiteBuiltinAdd,
      .name = "ADD",
      .stem = "add",
      .params_bytes = sizeof(abi::TfLiteArithmeticParams),
      .versions = {{1, "float32 and uint8"},
                   {2, "int8"},
                   {3, "int16 with any scale"},
                   {4, "int64"},
                   {5, "int16 without quantization"},
                   {6, "float16"}},
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
