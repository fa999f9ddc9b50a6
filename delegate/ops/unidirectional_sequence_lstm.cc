#include "delegate/ops/matmul/int8_weights_in_uint8.h"
#include "delegate/ops/recurrent/dynamic_int8_lstm.h"
#include "delegate/ops/recurrent/int16_gates_lstm.h"
#include "delegate/ops/recurrent/lstm.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using Params = abi::TfLiteUnidirectionalSequenceLSTMParams;

void Lower(Lowering& lowering) {
  const SequenceLayout layout =
      SequenceLayoutOf(lowering.output_dims(), lowering.view().params<Params>().time_major);
  LowerLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), layout);
}

void LowerInteger(Lowering& lowering) {
  const SequenceLayout layout =
      SequenceLayoutOf(lowering.output_dims(), lowering.view().params<Params>().time_major);
  LowerInt16GatesLstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), layout);
}

void LowerDynamicInt8(Lowering& lowering) {
  const SequenceLayout layout =
      SequenceLayoutOf(lowering.output_dims(), lowering.view().params<Params>().time_major);
  LowerDynamicInt8Lstm(lowering, LstmOptionsOf<Params>(lowering.view().node().params), layout);
}

GpuKernel DynamicInt8Kernel() {
  GpuKernel kernel = DynamicInt8LstmKernel();
  kernel.lower = LowerDynamicInt8;
  return kernel;
}

GpuKernel IntegerKernel() {
  GpuKernel kernel = Int16GatesLstmKernel<Params>();
  kernel.lower = LowerInteger;
  return kernel;
}

}  // namespace

OpSpec MakeSpec_unidirectional_sequence_lstm() {
  return {
      .op_code = abi::kTfLiteBuiltinUnidirectionalSequenceLstm,
      .kernels = {{.takes_states = true,
                   .constraints = LstmConstraints(),
                   .reads_strided = FindsOffsetsOf<kLstmInput>,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower},
                  DynamicInt8Kernel(),
                  WithInt8InUint8(DynamicInt8Kernel()),
                  IntegerKernel()},
  };
}

}  // namespace litevk
