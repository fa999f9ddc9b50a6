#include "delegate/ops/recurrent/int8_gates_lstm.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/recurrent/int16_gates_lstm_words.h"
#include "delegate/ops/recurrent/lstm_gates.h"
#include "shaders/recurrent/int8_gates_lstm.h"

namespace litevk {
namespace {

using Shader = shaders::Int8GatesLstm;

Result<Int8GatesScaling> ScalingOf(const NodeView& view, const LstmOptions& options) {
  const std::vector<const ir::Tensor*> inputs = ir::TensorsOf(view.graph(), view.node().inputs);
  const std::vector<const ir::Tensor*> intermediates = ir::TensorsOf(view.graph(), view.node().intermediates);
  return Int8GatesScalingOf({inputs, intermediates, view.output()}, options);
}

// Appends a value of each gate.
template <typename ValueOf>
void Append(const Int8GatesScaling& scaling, std::vector<int32_t>& terms, ValueOf value_of) {
  std::ranges::transform(scaling.gates, std::back_inserter(terms), value_of);
}

void AppendMultiplier(const Int8GatesScaling& scaling, Int8GatePart Int8Gate::*part,
                      FixedPoint Int8GatePart::*rescaling, std::vector<int32_t>& terms) {
  for (int32_t FixedPoint::*word : {&FixedPoint::multiplier, &FixedPoint::left, &FixedPoint::right}) {
    Append(scaling, terms, [&](const Int8Gate& gate) { return gate.*part.*rescaling.*word; });
  }
}

// Returns the constants in the order of the indices that the shader names.
std::vector<int32_t> IntegersOf(const NodeView& view, const Int8GatesScaling& scaling) {
  std::vector<int32_t> terms;
  for (Int8GatePart Int8Gate::*part : {&Int8Gate::of_input, &Int8Gate::of_output_state}) {
    AppendMultiplier(scaling, part, &Int8GatePart::to_quantized, terms);
    Append(scaling, terms, [&](const Int8Gate& gate) { return (gate.*part).zero_point; });
    AppendMultiplier(scaling, part, &Int8GatePart::to_sum, terms);
  }
  const auto bits = [](float value) { return std::bit_cast<int32_t>(value); };
  Append(scaling, terms, [&](const Int8Gate& gate) { return bits(gate.norm_scale); });
  Append(scaling, terms, [&](const Int8Gate& gate) { return bits(0x1p-10F * gate.norm_scale); });
  const WideMultiplier projection = Widen(scaling.projection);
  const int state_zero_point = ZeroPointOf(view.input(kLstmOutputState));
  terms.insert(terms.end(), {projection.multiplier, projection.right, state_zero_point, 0});
  const int zero_point = ZeroPointOf(view.input(kLstmInput));
  terms.insert(terms.end(), {scaling.cell_clip, scaling.projection_clip, zero_point, 0});
  return terms;
}

gpu::TensorId AddTerms(Lowering& lowering, const Int8GatesScaling& scaling) {
  const NodeView& view = lowering.view();
  const std::vector<int32_t> integers = IntegersOf(view, scaling);
  const auto of_gates = static_cast<size_t>(RecurrentMatrices(view).Layout().outputs);
  const auto of_projection = static_cast<size_t>(ProjectionLayout(view).Blocks()) * 4;
  const auto write = [graph = &view.graph(), integers, of_gates, norms = GateIdsOf(view, &LstmGate::norm),
                      biases = GateIdsOf(view, &LstmGate::bias),
                      projection_bias =
                          view.input_id(kLstmProjectionBias)](std::span<std::byte> out) -> Status {
    std::ranges::fill(out, std::byte{0});
    std::span<int32_t> to = ElementsOf<int32_t>(out);
    std::ranges::copy(integers, to.begin());
    to = to.subspan(integers.size());
    LITEVK_RETURN_IF_ERROR(WriteGateValues<int16_t>(*graph, norms, to.first(of_gates)));
    LITEVK_RETURN_IF_ERROR(WriteGateValues<int32_t>(*graph, biases, to.subspan(of_gates, of_gates)));
    LITEVK_ASSIGN_OR_RETURN(const KnownValue bias, EvaluateKnown(*graph, projection_bias));
    std::ranges::copy(bias.As<int32_t>(), to.subspan(2 * of_gates).begin());
    return {};
  };
  return lowering.AddConstant("gate terms", integers.size() + 2 * of_gates + of_projection,
                              gpu::Storage::kBits32, write);
}

// Adds the functions' results for all int16 values, in the order of their bits: one table for all nodes.
gpu::TensorId AddTables(Lowering& lowering) {
  constexpr size_t kIntegers = 65536;
  const auto write = [](std::span<std::byte> out) -> Status {
    const std::span<int16_t> to = ElementsOf<int16_t>(out);
    for (size_t bits = 0; bits < kIntegers; ++bits) {
      const auto integer = static_cast<int16_t>(bits);
      to[bits] = Int8GateLogistic(integer);
      to[kIntegers + bits] = Int8GateTanh(integer, kInt8GateSumScale);
      to[2 * kIntegers + bits] = Int8GateTanh(integer, kInt8GateCellScale);
    }
    return {};
  };
  return lowering.AddConstant("functions of gates", 3 * kIntegers, gpu::Storage::kBits16, write,
                              "functions of gates of 8 bits");
}

}  // namespace

bool Int8GatesScalesAreTaken(const NodeView& view, const LstmOptions& options) {
  return ScalingOf(view, options).ok();
}

bool Int8GatesFit(const NodeView& view) {
  return view.limits().max_bound_storage_buffers >= Shader::kInfo.bindings.size();
}

void LowerInt8GatesLstm(Lowering& lowering, const LstmOptions& options) {
  const NodeView& view = lowering.view();
  const auto scaling = ScalingOf(view, options);
  assert(scaling.ok());  // Int8GatesScalesAreTaken
  const auto rows = static_cast<uint32_t>(lowering.output_dims()[0]);
  const LstmWords words = LstmWordsOf(view, {.rows = rows});
  const auto inputs = static_cast<uint32_t>(InputMatrices(view).columns);
  const uint64_t own = uint64_t{rows} * ((uint64_t{inputs} + 3) / 4 * 4 + words.cells * kLstmGates.size());
  const gpu::TensorId memory =
      lowering.AddScratch("results and states", words.All() + own, gpu::Storage::kBits32);
  lowering.EmitPart<Shader>({},
                            {.rows = rows, .inputs = inputs, .cells = words.cells, .outputs = words.outputs},
                            {.source = lowering.Input(kLstmInput),
                             .input_weights = AddGateWeights(lowering),
                             .step_weights = AddStepWeights(lowering),
                             .terms = AddTerms(lowering, *scaling),
                             .tables = AddTables(lowering),
                             .output_state = lowering.Input(kLstmOutputState),
                             .cell_state = lowering.Input(kLstmCellState),
                             .memory = memory},
                            FlatGroups(rows, 1, lowering.limits()));
  EmitLstmTensors(lowering, memory, words);
}

}  // namespace litevk
