#include "delegate/ops/families/lstm.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using Params = abi::TfLiteUnidirectionalSequenceLSTMParams;

void Lower(Lowering& lowering) {
  const ir::Shape& dims = lowering.output_dims();
  const auto outer = static_cast<uint32_t>(dims[0]);
  const auto inner = static_cast<uint32_t>(dims[1]);
  const bool is_time_major = lowering.view().params<Params>().time_major;
  const LstmOrder order = is_time_major
                              ? LstmOrder{.rows = inner, .steps = outer, .row_pitch = 1, .step_pitch = inner}
                              : LstmOrder{.rows = outer, .steps = inner, .row_pitch = inner, .step_pitch = 1};
  LowerLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), order);
}

}  // namespace

OpSpec MakeSpec_unidirectional_sequence_lstm() {
  return {.op_code = abi::kTfLiteBuiltinUnidirectionalSequenceLstm,
          .signatures = {{.lower = Lower}},
          .constraints = LstmConstraints(),
          .takes_states = true};
}

}  // namespace litevk
