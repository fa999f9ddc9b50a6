#include "delegate/ops/recurrent/hybrid_rnn.h"

#include "delegate/kernel/constraints.h"
#include "delegate/ops/matmul/hybrid_product.h"
#include "runtime/opset/recurrent/rnn.h"
#include "shaders/recurrent/hybrid_rnn.h"

namespace litevk {
namespace {

using Shader = shaders::HybridRnn;

// Returns the product that adds the inputs of all positions to the biases.
HybridProduct InputProduct(const NodeView& view, bool is_asymmetric) {
  const ir::Shape& weights = view.input(kInputWeights).dims;
  const ir::Shape& input = view.input(kInput).dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const int64_t rows = input.has_unknown() ? 1 : input.Rows();
  return {.left = {.rows = rows, .depth = weights[1], .is_asymmetric = is_asymmetric},
          .right = {.outputs = weights[0], .inputs = weights[1]},
          .rows = rows,
          .bias = kBias};
}

bool ProductFits(const NodeView& view) {
  return HybridProductFits(InputProduct(view, /*is_asymmetric=*/false), view.limits());
}

bool OperandsAreKnown(const NodeView& view) {
  return view.input_is_known(kInputWeights) && view.input_is_known(kRecurrentWeights) &&
         view.input_is_known(kBias);
}

bool HasInputs(const NodeView& view) { return view.input(kInputWeights).dims[1] > 0; }

}  // namespace

void LowerHybridRnn(Lowering& lowering, const HybridRnnOptions& rnn) {
  const NodeView& view = lowering.view();
  const SequenceOrder& order = rnn.order;
  const int units = lowering.output_dims().channels();
  const HybridLayout recurrent = {.outputs = units, .inputs = units};
  const gpu::TensorId sums = EmitHybridPart(lowering, InputProduct(view, rnn.is_asymmetric));
  const auto quads = static_cast<uint64_t>(recurrent.Quads());
  const Shader::Spec spec = {.kActivation = static_cast<uint32_t>(rnn.activation),
                             .kAsymmetric = rnn.is_asymmetric};
  const Shader::Push push = {.rows = order.rows,
                             .steps = order.steps,
                             .units = static_cast<uint32_t>(units),
                             .row_pitch = order.row_pitch,
                             .step_pitch = order.step_pitch,
                             .weight_scale = ScaleOf(view.input(kRecurrentWeights))};
  Shader::Bindings bindings = {
      .sums = sums,
      .number_weights = AddHybridWeights(lowering, kRecurrentWeights, recurrent),
      .state = lowering.Input(kHiddenState),
      .numbers = lowering.AddScratch("state numbers", order.rows * quads * 4, gpu::Storage::kBits32),
      .next = lowering.NextState(kHiddenState),
      .result = lowering.Output()};
  EmitStretches<Shader>(spec, push, lowering.limits(), [&](const auto& stretch) {
    lowering.Emit<Shader>(spec, stretch, bindings, FlatGroups(order.rows, 1, lowering.limits()));
    bindings.state = bindings.next;
  });
}

GpuKernel HybridRnnKernel() {
  return {
      .signature = "float32xint8",
      .note =
          "vectors are quantized in every run, with the CPU's result bit for bit but for hyperbolic tangents",
      .takes_states = true,
      .constraints = {{"integer weights and the bias beside them are constant", OperandsAreKnown},
                      {"a vector that integer weights meet has a value", HasInputs},
                      {"the prepacked weights fit the device's limits", ProductFits, DimsAreKnown<kInput>}},
      .reads_rows = FindsPlacesOf<kInput>,
      .writes_rows = ResultRows::kAnywhere};
}

}  // namespace litevk
