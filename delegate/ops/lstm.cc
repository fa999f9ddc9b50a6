#include "delegate/ops/families/lstm.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using Params = abi::TfLiteLSTMParams;

// One step.
void Lower(Lowering& lowering) {
  const auto rows = static_cast<uint32_t>(lowering.output_dims()[0]);
  LowerLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), {.rows = rows});
}

bool IsFullKernel(const NodeView& view) {
  return view.params<Params>().kernel_type == abi::kTfLiteLSTMFullKernel;
}

}  // namespace

OpSpec MakeSpec_lstm() {
  OpSpec spec = {.op_code = abi::kTfLiteBuiltinLstm, .signatures = {{.lower = Lower}}, .takes_states = true};
  spec.constraints = LstmConstraints();
  spec.constraints.insert(spec.constraints.begin(),
                          {"the kernel is the full one, not the basic one", IsFullKernel});
  return spec;
}

}  // namespace litevk
