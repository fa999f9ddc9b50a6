#include "delegate/ops/recurrent/dynamic_int8_rnn.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/matmul/dynamic_int8_matmul.h"
#include "runtime/opset/recurrent/rnn.h"
#include "shaders/recurrent/dynamic_int8_rnn.h"

namespace litevk {
namespace {

using Shader = shaders::DynamicInt8Rnn;

// Returns the product that adds the inputs of all positions to the biases.
DynamicInt8Matmul InputMatmul(const NodeView& view, bool is_asymmetric) {
  const ir::Shape& weights = view.input(kInputWeights).dims;
  const ir::Shape& input = view.input(kInput).dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const int64_t rows = input.has_unknown() ? 1 : input.Rows();
  return {.left = {.rows = rows, .depth = weights[1], .is_asymmetric = is_asymmetric},
          .right = {.outputs = weights[0], .inputs = weights[1]},
          .rows = rows,
          .bias = kBias};
}

bool MatmulFits(const NodeView& view) {
  return DynamicInt8MatmulFits(InputMatmul(view, /*is_asymmetric=*/false), view.limits());
}

bool OperandsAreKnown(const NodeView& view) {
  return view.input_is_known(kInputWeights) && view.input_is_known(kRecurrentWeights) &&
         view.input_is_known(kBias);
}

bool HasInputs(const NodeView& view) { return view.input(kInputWeights).dims[1] > 0; }

}  // namespace

void LowerDynamicInt8Rnn(Lowering& lowering, const DynamicInt8RnnOptions& rnn) {
  const NodeView& view = lowering.view();
  const SequenceLayout& layout = rnn.layout;
  const int units = lowering.output_dims().channels();
  const DynamicInt8Layout recurrent = {.outputs = units, .inputs = units};
  const gpu::TensorId sums = EmitDynamicInt8Part(lowering, InputMatmul(view, rnn.is_asymmetric));
  const auto quads = static_cast<uint64_t>(recurrent.Quads());
  const Shader::Spec spec = {.kActivation = static_cast<uint32_t>(rnn.activation),
                             .kAsymmetric = rnn.is_asymmetric};
  const Shader::Push push = {.rows = layout.rows,
                             .steps = layout.steps,
                             .units = static_cast<uint32_t>(units),
                             .row_pitch = layout.row_pitch,
                             .step_pitch = layout.step_pitch,
                             .weight_scale = ScaleOf(view.input(kRecurrentWeights))};
  Shader::Bindings bindings = {
      .sums = sums,
      .quantized_weights = AddDynamicInt8Weights(lowering, kRecurrentWeights, recurrent),
      .state = lowering.Input(kHiddenState),
      .integers = lowering.AddScratch("state numbers", layout.rows * quads * 4, gpu::Storage::kBits32),
      .next = lowering.NextState(kHiddenState),
      .result = lowering.Output()};
  EmitStretches<Shader>(spec, push, lowering.limits(), [&](const auto& stretch) {
    lowering.Emit<Shader>(spec, stretch, bindings, FlatGroups(layout.rows, 1, lowering.limits()));
    bindings.state = bindings.next;
  });
}

GpuKernel DynamicInt8RnnKernel() {
  return {
      .signature = "float32xint8",
      .note =
          "vectors are quantized in every run, with the CPU's result bit for bit but for hyperbolic tangents",
      .takes_states = true,
      .constraints = {{"integer weights and the bias beside them are constant", OperandsAreKnown},
                      {"a vector that integer weights meet has a value", HasInputs},
                      {"the prepacked weights fit the device's limits", MatmulFits, DimsAreKnown<kInput>}},
      .reads_strided = FindsOffsetsOf<kInput>,
      .writes_strided = StridedResult::kAnywhere};
}

}  // namespace litevk
