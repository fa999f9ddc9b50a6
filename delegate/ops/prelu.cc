#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/elementwise/elementwise.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Codes of PRELU, which is not symmetric: the running value can only be the input, never alpha, so there is
// no reverse code. The broadcast shader, which applies op(left, right), serves the rest.
constexpr BinaryOps kOps = {EpilogueOp::kPrelu, EpilogueOp::kNone};

std::vector<EpilogueStep> AsEpilogue(const NodeView& view, int chained_input) {
  if (chained_input != 0) return {};
  return BinaryStep(view, chained_input, kOps, abi::kTfLiteActNone);
}

void Lower(Lowering& lowering) { LowerBinary(lowering, kOps, abi::kTfLiteActNone); }

}  // namespace

OpSpec MakeSpec_prelu() {
  return {
      .op_code = abi::kTfLiteBuiltinPrelu,
      .kernels = {{.most_dims = kWalkDims,
                   .epilogue = {.takes = InFloat32, .as_steps = AsEpilogue},
                   .reads_strided = FindsOffsets,
                   .lower = Lower}},
  };
}

}  // namespace litevk
