#include "delegate/lower/lowering.h"
#include "delegate/ops/matmul/int8_weights_in_uint8.h"
#include "delegate/ops/recurrent/dynamic_int8_rnn.h"
#include "delegate/ops/recurrent/sequence.h"
#include "runtime/opset/recurrent/rnn.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "shaders/recurrent/sequence_rnn.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto& params = view.params<abi::TfLiteSequenceRNNParams>();
  const ir::Shape& output = lowering.output_dims();
  const SequenceLayout layout = SequenceLayoutOf(output, params.time_major);
  const shaders::SequenceRnn::Spec spec = {.kActivation = static_cast<uint32_t>(params.activation)};
  const shaders::SequenceRnn::Push push = {.rows = layout.rows,
                                           .steps = layout.steps,
                                           .inputs = static_cast<uint32_t>(view.input(kInput).dims[2]),
                                           .units = static_cast<uint32_t>(output[2]),
                                           .row_pitch = layout.row_pitch,
                                           .step_pitch = layout.step_pitch};
  shaders::SequenceRnn::Bindings bindings = {.source = lowering.Input(kInput),
                                             .input_weights = lowering.Input(kInputWeights),
                                             .recurrent_weights = lowering.Input(kRecurrentWeights),
                                             .bias = lowering.Input(kBias),
                                             .state = lowering.Input(kHiddenState),
                                             .next = lowering.NextState(kHiddenState),
                                             .result = lowering.Output()};
  EmitStretches<shaders::SequenceRnn>(spec, push, lowering.limits(), [&](const auto& stretch) {
    lowering.Emit<shaders::SequenceRnn>(spec, stretch, bindings,
                                        FlatGroups(layout.rows, 1, lowering.limits()));
    bindings.state = bindings.next;
  });
}

void LowerDynamicInt8(Lowering& lowering) {
  const auto& params = lowering.view().params<abi::TfLiteSequenceRNNParams>();
  LowerDynamicInt8Rnn(lowering, {SequenceLayoutOf(lowering.output_dims(), params.time_major),
                                 params.activation, params.asymmetric_quantize_inputs});
}

GpuKernel DynamicInt8Kernel() {
  GpuKernel kernel = DynamicInt8RnnKernel();
  kernel.lower = LowerDynamicInt8;
  return kernel;
}

}  // namespace

OpSpec MakeSpec_unidirectional_sequence_rnn() {
  return {
      .op_code = abi::kTfLiteBuiltinUnidirectionalSequenceRnn,
      .kernels = {{.takes_states = true,
                   .reads_strided = FindsOffsetsOf<kInput>,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower},
                  DynamicInt8Kernel(),
                  WithInt8InUint8(DynamicInt8Kernel())},
  };
}

}  // namespace litevk
