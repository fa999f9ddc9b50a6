#include "delegate/ops/recurrent/dynamic_int8_lstm.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/matmul/dynamic_int8_matmul.h"
#include "delegate/ops/recurrent/lstm.h"
#include "delegate/ops/recurrent/lstm_gates.h"
#include "shaders/recurrent/dynamic_int8_lstm_steps.h"

namespace litevk {
namespace {

using Shader = shaders::DynamicInt8LstmSteps;

DynamicInt8Matmul InputMatmul(const NodeView& view, bool is_asymmetric) {
  const ir::Shape& input = view.input(kLstmInput).dims;
  // If dims are unknown, the verdict on the plan's own dims decides.
  const int64_t rows = input.has_unknown() ? 1 : input.Rows();
  const DynamicInt8Layout layout = InputMatrices(view).Layout();
  return {.left = {.rows = rows, .depth = layout.inputs, .is_asymmetric = is_asymmetric},
          .right = layout,
          .rows = rows};
}

// Returns the scale of the gate's weights; 0 if it has none.
float ScaleOfGate(const NodeView& view, size_t gate, int LstmGate::*operand) {
  const ir::TensorId id = GateIdsOf(view, operand)[gate];
  return id == ir::kAbsent ? 0.0F : ScaleOf(view.graph().tensor(id));
}

// Writes one value for each cell of the gates that have them, to `to` as {cells, gates}.
Status WriteGateFloats(const ir::Graph& graph, const GateIds& ids, std::span<float> to) {
  for (size_t gate = 0; gate < ids.size(); ++gate) {
    if (ids[gate] == ir::kAbsent) continue;
    LITEVK_ASSIGN_OR_RETURN(const KnownValue value, EvaluateKnown(graph, ids[gate]));
    const ir::Tensor& tensor = graph.tensor(ids[gate]);
    const bool is_integer = tensor.type != ir::DataType::kFloat32;
    for (size_t cell = 0; cell < to.size() / ids.size(); ++cell) {
      to[cell * ids.size() + gate] = is_integer
                                         ? static_cast<float>(value.As<int8_t>()[cell]) * ScaleOf(tensor)
                                         : value.As<float>()[cell];
    }
  }
  return {};
}

// Adds the scales and biases of the gates' channels. Biases of gates that no norm follows belong to what the
// input adds.
gpu::TensorId AddGateChannels(Lowering& lowering, const DynamicInt8Layout& layout) {
  const NodeView& view = lowering.view();
  std::vector<float> scales(static_cast<size_t>(layout.outputs));
  for (size_t i = 0; i < scales.size(); ++i) {
    scales[i] = ScaleOfGate(view, i % kLstmGates.size(), &LstmGate::weights);
  }
  GateIds biases = GateIdsOf(view, &LstmGate::bias);
  if (view.has_input(kLstmOutputGate.norm)) biases.fill(ir::kAbsent);
  const auto write = [graph = &view.graph(), scales, biases, layout](std::span<std::byte> out) -> Status {
    std::vector<float> values(scales.size());
    LITEVK_RETURN_IF_ERROR(WriteGateFloats(*graph, biases, values));
    PackDynamicInt8Channels(scales, values, layout, ElementsOf<float>(out));
    return {};
  };
  return lowering.AddConstant("gate scales and biases", layout.ChannelWords(), gpu::Storage::kBits32, write);
}

// Adds biases, weights of the cell state and coefficients, and behind them the biases of the projection.
gpu::TensorId AddCellTerms(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const auto of_gates = static_cast<size_t>(RecurrentMatrices(view).Layout().outputs);
  const auto of_projection = static_cast<size_t>(ProjectionLayout(view).Blocks()) * 4;
  GateIds biases = GateIdsOf(view, &LstmGate::bias);
  if (!view.has_input(kLstmOutputGate.norm)) biases.fill(ir::kAbsent);
  const ir::TensorId projection_bias =
      view.has_input(kLstmProjectionBias) ? view.input_id(kLstmProjectionBias) : ir::kAbsent;
  const auto write = [graph = &view.graph(), biases, of_gates, projection_bias,
                      cell_weights = GateIdsOf(view, &LstmGate::cell_weights),
                      norms = GateIdsOf(view, &LstmGate::norm)](std::span<std::byte> out) -> Status {
    std::ranges::fill(out, std::byte{0});
    const std::span<float> to = ElementsOf<float>(out);
    LITEVK_RETURN_IF_ERROR(WriteGateFloats(*graph, biases, to.first(of_gates)));
    LITEVK_RETURN_IF_ERROR(WriteGateFloats(*graph, cell_weights, to.subspan(of_gates, of_gates)));
    LITEVK_RETURN_IF_ERROR(WriteGateFloats(*graph, norms, to.subspan(2 * of_gates, of_gates)));
    if (projection_bias == ir::kAbsent) return {};
    LITEVK_ASSIGN_OR_RETURN(const KnownValue bias, EvaluateKnown(*graph, projection_bias));
    std::ranges::copy(bias.As<float>(), to.subspan(3 * of_gates).begin());
    return {};
  };
  return lowering.AddConstant("cell terms", 3 * of_gates + of_projection, gpu::Storage::kFloat32, write);
}

Shader::Push PushOf(const NodeView& view, const LstmOptions& options, const SequenceLayout& sequence) {
  const GateMatrices recurrent = RecurrentMatrices(view);
  const auto scale = [&](size_t gate) { return ScaleOfGate(view, gate, &LstmGate::recurrent_weights); };
  return {.rows = sequence.rows,
          .steps = sequence.steps,
          .cells = static_cast<uint32_t>(recurrent.cells),
          .outputs = static_cast<uint32_t>(recurrent.columns),
          .row_pitch = sequence.row_pitch,
          .step_pitch = sequence.step_pitch,
          .cell_clip = options.cell_clip,
          .projection_clip = options.proj_clip,
          .input_scale = scale(0),
          .forget_scale = scale(1),
          .candidate_scale = scale(2),
          .output_scale = scale(3),
          .projection_scale =
              view.has_input(kLstmProjectionWeights) ? ScaleOf(view.input(kLstmProjectionWeights)) : 0.0F,
          .quads = GroupsFor(std::max(recurrent.cells, recurrent.columns), 4)};
}

bool RecurrentWeightsAreMatrices(const NodeView& view) {
  return view.input(kLstmOutputGate.recurrent_weights).dims.rank() == 2;
}

bool HasInputs(const NodeView& view) { return InputMatrices(view).columns > 0; }

bool Fits(const NodeView& view) {
  const uint64_t gates = static_cast<uint64_t>(InputMatmul(view, false).rows) *
                         static_cast<uint64_t>(InputMatrices(view).Layout().outputs);
  return DynamicInt8MatmulFits(InputMatmul(view, false), view.limits()) &&
         std::max(StepWeightBytes(view), gpu::BytesOf(gates, gpu::Storage::kFloat32)) <=
             view.limits().max_tensor_bytes() &&
         LstmStepsFit(view);
}

}  // namespace

void LowerDynamicInt8Lstm(Lowering& lowering, const LstmOptions& options, const SequenceLayout& sequence) {
  const NodeView& view = lowering.view();
  const DynamicInt8Matmul matmul = InputMatmul(view, options.is_asymmetric);
  const gpu::TensorId gates = EmitDynamicInt8Part(
      lowering, matmul, {AddGateWeights(lowering), AddGateChannels(lowering, matmul.right)});
  const Shader::Spec spec = {.kActivation = static_cast<uint32_t>(options.activation),
                             .kCoupled = !view.has_input(kLstmInputGate.weights),
                             .kNormalized = view.has_input(kLstmOutputGate.norm),
                             .kProjected = view.has_input(kLstmProjectionWeights),
                             .kAsymmetric = options.is_asymmetric};
  const Shader::Push push = PushOf(view, options, sequence);
  Shader::Bindings bindings = {
      .gates = gates,
      .quantized_weights = AddStepWeights(lowering),
      .cell_terms = AddCellTerms(lowering),
      .integers =
          lowering.AddScratch("numbers", uint64_t{sequence.rows} * push.quads * 4, gpu::Storage::kBits32),
      .output_state = lowering.Input(kLstmOutputState),
      .cell_state = lowering.Input(kLstmCellState),
      .next_output = lowering.NextState(kLstmOutputState),
      .next_cell = lowering.NextState(kLstmCellState),
      .result = lowering.Output()};
  EmitStretches<Shader>(spec, push, lowering.limits(), [&](const auto& stretch) {
    lowering.Emit<Shader>(spec, stretch, bindings, FlatGroups(sequence.rows, 1, lowering.limits()));
    bindings.output_state = bindings.next_output;
    bindings.cell_state = bindings.next_cell;
  });
}

GpuKernel DynamicInt8LstmKernel() {
  return {
      .signature = "float32xint8",
      .note = "vectors are quantized in every run",
      .takes_states = true,
      .constraints = {{"the weights, biases and coefficients are constant", LstmOperandsAreKnown},
                      {"recurrent weights of int8 are matrices", RecurrentWeightsAreMatrices},
                      {"a vector that integer weights meet has a value", HasInputs},
                      {"the weights and the gates of all steps fit the device's limits, and their 9 buffers",
                       Fits, DimsAreKnown<kLstmInput>}},
      .reads_strided = FindsOffsetsOf<kLstmInput>,
      .writes_strided = StridedResult::kAnywhere};
}

}  // namespace litevk
