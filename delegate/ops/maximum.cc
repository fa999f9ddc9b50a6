#include "delegate/abi/builtin_ops.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/elementwise.h"

namespace litevk {
namespace {

constexpr BinaryOps kOps = {EpilogueOp::kMaximum, EpilogueOp::kMaximum};

std::vector<EpilogueStep> AsEpilogue(const NodeView& view, int chained_input) {
  return BinaryStep(view, chained_input, kOps, abi::kTfLiteActNone);
}

void Lower(Lowering& lowering) { LowerBinary(lowering, kOps, abi::kTfLiteActNone); }

}  // namespace

OpSpec MakeSpec_maximum() {
  return {
      .op_code = abi::kTfLiteBuiltinMaximum,
      .name = "MAXIMUM",
      .stem = "maximum",
      .params_bytes = 0,
      .versions = {{1, "float32, int32, int64 and uint8"},
                   {2, "int8"},
                   {3, "broadcasting above 4 dims"},
                   {4, "int16"}},
      .types = {FloatSignature(2)},
      .constraints = {{"inputs and output have at most 4 dims", RankAtMost<4>}},
      .layout_role = LayoutRole::kTransparent,
      .infer_shapes = ir::BroadcastInputs,
      .takes_epilogue = true,
      .as_epilogue = AsEpilogue,
      .lower = Lower,
  };
}

}  // namespace litevk
