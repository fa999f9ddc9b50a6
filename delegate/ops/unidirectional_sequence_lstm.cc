#include "delegate/ops/matmul/hybrid_of_bytes.h"
#include "delegate/ops/recurrent/hybrid_lstm.h"
#include "delegate/ops/recurrent/integer_lstm.h"
#include "delegate/ops/recurrent/lstm.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using Params = abi::TfLiteUnidirectionalSequenceLSTMParams;

void Lower(Lowering& lowering) {
  const SequenceOrder order = OrderOf(lowering.output_dims(), lowering.view().params<Params>().time_major);
  LowerLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), order);
}

void LowerInteger(Lowering& lowering) {
  const SequenceOrder order = OrderOf(lowering.output_dims(), lowering.view().params<Params>().time_major);
  LowerIntegerLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), order);
}

void LowerHybrid(Lowering& lowering) {
  const SequenceOrder order = OrderOf(lowering.output_dims(), lowering.view().params<Params>().time_major);
  LowerHybridLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), order);
}

GpuKernel HybridKernel() {
  GpuKernel kernel = HybridLstmKernel();
  kernel.lower = LowerHybrid;
  return kernel;
}

GpuKernel IntegerKernel() {
  GpuKernel kernel = IntegerLstmKernel<Params>();
  kernel.lower = LowerInteger;
  return kernel;
}

}  // namespace

OpSpec MakeSpec_unidirectional_sequence_lstm() {
  return {
      .op_code = abi::kTfLiteBuiltinUnidirectionalSequenceLstm,
      .kernels = {{.takes_states = true,
                   .constraints = LstmConstraints(),
                   .reads_rows = FindsPlacesOf<kLstmInput>,
                   .writes_rows = ResultRows::kAnywhere,
                   .lower = Lower},
                  HybridKernel(),
                  OfBytes(HybridKernel()),
                  IntegerKernel()},
  };
}

}  // namespace litevk
