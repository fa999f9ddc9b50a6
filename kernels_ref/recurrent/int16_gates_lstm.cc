#include "kernels_ref/recurrent/int16_gates_lstm.h"

#include <algorithm>
#include <limits>

#include "kernels_ref/recurrent/quantized_lstm_parts.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/operand_tensors.h"
#include "kernels_ref/support/sequence.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/opset/recurrent/gates16.h"

namespace litevk::ref {
namespace {

int32_t WrappedSum(int32_t left, int32_t right) {
  return static_cast<int32_t>(static_cast<uint32_t>(left) + static_cast<uint32_t>(right));
}

}  // namespace

Result<Int16GatesLstm> Int16GatesLstm::Create(const KernelArgs& args, const LstmOptions& options) {
  const std::vector<const ir::Tensor*> inputs = TensorsOf(args.inputs);
  LITEVK_ASSIGN_OR_RETURN(
      const Int16GatesScaling scaling,
      Int16GatesScalingOf({inputs, args.intermediates, *args.outputs[0].tensor}, options));
  const ir::Shape& weights = args.inputs[static_cast<size_t>(kLstmOutputGate.weights)].dims();
  const ir::Shape& recurrent = args.inputs[static_cast<size_t>(kLstmOutputGate.recurrent_weights)].dims();
  Int16GatesLstm lstm(args, {.input = weights[1], .cells = weights[0], .outputs = recurrent.channels()});
  lstm.scaling_ = scaling;
  constexpr const LstmGate* kGates[] = {&kLstmInputGate, &kLstmForgetGate, &kLstmCellGate, &kLstmOutputGate};
  Gate* const gates[] = {&lstm.input_gate_, &lstm.forget_gate_, &lstm.cell_gate_, &lstm.output_gate_};
  for (size_t index = 0; index < std::size(kGates); ++index) {
    if (!lstm.Has(kGates[index]->weights)) continue;
    *gates[index] = lstm.ReadGate(*kGates[index], scaling.gates[index]);
  }
  return lstm;
}

Int16GatesLstm::Gate Int16GatesLstm::ReadGate(const LstmGate& operands, const Int16Gate& multipliers) const {
  Gate gate = {.operands = &operands, .multipliers = multipliers, .norm = {}};
  if (!Has(operands.norm)) return gate;
  gate.norm = GateNorm{.weights = Operand(operands.norm).data<int16_t>(),
                       .bias = Operand(operands.bias).data<int32_t>(),
                       .multiplier = multipliers.of_norm,
                       .least_variance = multipliers.least_variance};
  return gate;
}

std::vector<int16_t> Int16GatesLstm::Sum(const Gate& gate, const States& from) const {
  const LstmGate& at = *gate.operands;
  const auto* weights = Operand(at.weights).data<int8_t>();
  const auto* recurrent = Operand(at.recurrent_weights).data<int8_t>();
  const auto* peephole =
      at.cell_weights >= 0 && Has(at.cell_weights) ? Operand(at.cell_weights).data<int16_t>() : nullptr;
  const auto* bias = gate.norm ? nullptr : Operand(at.bias).data<int32_t>();
  std::vector<int16_t> sums(from.cell.size());
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    const auto add = [&](int32_t value, const FixedPoint& multiplier) {
      sums[cell] = Saturate<int16_t>(int64_t{Rescale(value, multiplier)} + sums[cell]);
    };
    const auto row = static_cast<int64_t>(cell);
    const int32_t of_input =
        SumOfProducts(from.input.values, from.input.zero_point, weights + row * sizes_.input, sizes_.input);
    add(WrappedSum(of_input, bias == nullptr ? 0 : bias[cell]), gate.multipliers.of_input);
    add(SumOfProducts(from.output.values, from.output.zero_point, recurrent + row * sizes_.outputs,
                      sizes_.outputs),
        gate.multipliers.of_output_state);
    if (peephole != nullptr) add(peephole[cell] * from.cell[cell], gate.multipliers.of_cell_state);
  }
  if (gate.norm) NormalizeGate(*gate.norm, sums);
  return sums;
}

std::vector<int16_t> Int16GatesLstm::Logistic(const Gate& gate, const States& from) const {
  std::vector<int16_t> values = Sum(gate, from);
  std::ranges::transform(values, values.begin(), GateLogistic);
  return values;
}

// Returns nothing if the input gate is 1 - the forget gate.
std::vector<int16_t> Int16GatesLstm::InputGate(const States& from) const {
  return Has(kLstmInputGate.weights) ? Logistic(input_gate_, from) : std::vector<int16_t>();
}

void Int16GatesLstm::UpdateCell(const States& from, std::span<const int16_t> entry,
                                std::span<int16_t> cell) const {
  const std::vector<int16_t> forget = Logistic(forget_gate_, from);
  const std::vector<int16_t> candidate = Sum(cell_gate_, from);
  for (size_t index = 0; index < cell.size(); ++index) {
    constexpr int kGateIntegerBits = 3;
    const int enters = entry.empty() ? std::numeric_limits<int16_t>::max() - forget[index] : entry[index];
    const auto kept = static_cast<int16_t>(RoundingShift(forget[index] * cell[index], kGateFractionBits));
    const auto added =
        static_cast<int16_t>(RoundingShift(enters * GateTanh(candidate[index], kGateIntegerBits),
                                           2 * kGateFractionBits + scaling_.cell_exponent));
    cell[index] = Saturate<int16_t>(kept + added);
  }
  Clip(cell, scaling_.cell_clip);
}

void Int16GatesLstm::Step(int row, const int8_t* input, int8_t* output) const {
  const std::span<int8_t> output_state = StateOf<int8_t>(args_, kLstmOutputState, row, sizes_.outputs);
  const std::span<int16_t> cell = StateOf<int16_t>(args_, kLstmCellState, row, sizes_.cells);
  const States from = {
      {input, ZeroPointOf(kLstmInput)}, {output_state.data(), ZeroPointOf(kLstmOutputState)}, cell};
  const std::vector<int16_t> entry = InputGate(from);
  UpdateCell(from, entry, cell);
  const std::vector<int16_t> shown = Logistic(output_gate_, from);
  std::vector<int32_t> products(cell.size());
  for (size_t index = 0; index < products.size(); ++index) {
    const int multiplier =
        HasCellTanh(scaling_) ? GateTanh(cell[index], 15 + scaling_.cell_exponent) : entry[index];
    products[index] = Rescale(shown[index] * multiplier, scaling_.hidden);
  }
  Project(products, output_state);
  std::ranges::copy(output_state, output);
}

// TFLite subtracts the hidden state's zero point where it should add it, and compensates for that in the
// bias.
void Int16GatesLstm::Project(std::span<const int32_t> products, std::span<int8_t> output) const {
  const int zero_point = scaling_.hidden_zero_point;
  const bool is_projected = Has(kLstmProjectionWeights);
  std::vector<int8_t> hidden;
  hidden.reserve(products.size());
  for (const int32_t product : products) {
    hidden.push_back(Saturate<int8_t>(int64_t{product} + (is_projected ? -zero_point : zero_point)));
  }
  if (!is_projected) {
    std::ranges::copy(hidden, output.begin());
    return;
  }
  const auto* weights = Operand(kLstmProjectionWeights).data<int8_t>();
  const auto* bias = Has(kLstmProjectionBias) ? Operand(kLstmProjectionBias).data<int32_t>() : nullptr;
  for (size_t index = 0; index < output.size(); ++index, weights += sizes_.cells) {
    const int32_t sum = SumOfProducts(hidden.data(), -zero_point, weights, sizes_.cells);
    output[index] = Saturate<int8_t>(
        int64_t{Rescale(WrappedSum(sum, bias == nullptr ? 0 : bias[index]), scaling_.projection)} +
        ZeroPointOf(kLstmOutputState));
  }
  Clip(output, scaling_.projection_clip);
}

Status CheckInt16GatesLstm(const PreparedNode& node, const LstmOptions& options) {
  return Int16GatesScalingOf({node.inputs, node.intermediates, *node.outputs[0]}, options).status();
}

Status RunInt16GatesLstm(const KernelArgs& args, const LstmOptions& options, bool is_time_major) {
  LITEVK_ASSIGN_OR_RETURN(const Int16GatesLstm lstm, Int16GatesLstm::Create(args, options));
  const ir::Shape& input = args.inputs[kLstmInput].dims();
  const SequenceLayout layout = input.rank() == 2 ? SequenceLayout{.rows = input[0], .steps = 1}
                                                  : SequenceLayoutOf(input, is_time_major);
  ForEachStep(layout, /*is_backward=*/false, [&](int row, int64_t position) {
    lstm.Step(row, args.inputs[kLstmInput].data<int8_t>() + position * lstm.sizes().input,
              args.outputs[0].data<int8_t>() + position * lstm.sizes().outputs);
  });
  return {};
}

}  // namespace litevk::ref
