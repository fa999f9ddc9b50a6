#include "shaders/recurrent/rnn.h"

#include "delegate/lower/lowering.h"
#include "delegate/ops/matmul/int8_weights_in_uint8.h"
#include "delegate/ops/recurrent/dynamic_int8_rnn.h"
#include "runtime/opset/recurrent/rnn.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const ir::Shape& output = lowering.output_dims();
  const auto total = static_cast<uint32_t>(output.NumElements());
  lowering.Emit<shaders::Rnn>(
      {.kLocalSizeX = kGroup,
       .kActivation = static_cast<uint32_t>(view.params<abi::TfLiteRNNParams>().activation)},
      {.total = total,
       .inputs = static_cast<uint32_t>(view.input(kInput).dims[1]),
       .units = static_cast<uint32_t>(output[1])},
      {.source = lowering.Input(kInput),
       .input_weights = lowering.Input(kInputWeights),
       .recurrent_weights = lowering.Input(kRecurrentWeights),
       .bias = lowering.Input(kBias),
       .state = lowering.Input(kHiddenState),
       .next = lowering.NextState(kHiddenState),
       .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

void LowerDynamicInt8(Lowering& lowering) {
  const auto& params = lowering.view().params<abi::TfLiteRNNParams>();
  const auto rows = static_cast<uint32_t>(lowering.output_dims()[0]);
  LowerDynamicInt8Rnn(lowering, {{.rows = rows}, params.activation, params.asymmetric_quantize_inputs});
}

GpuKernel DynamicInt8Kernel() {
  GpuKernel kernel = DynamicInt8RnnKernel();
  kernel.lower = LowerDynamicInt8;
  return kernel;
}

}  // namespace

OpSpec MakeSpec_rnn() {
  return {
      .op_code = abi::kTfLiteBuiltinRnn,
      .kernels = {{.takes_states = true,
                   .reads_strided = FindsOffsetsOf<kInput>,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower},
                  DynamicInt8Kernel(),
                  WithInt8InUint8(DynamicInt8Kernel())},
  };
}

}  // namespace litevk
