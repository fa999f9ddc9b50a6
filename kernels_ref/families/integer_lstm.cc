#include "kernels_ref/families/integer_lstm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "kernels_ref/families/lstm_numbers.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/sequence.h"
#include "runtime/opset/fixed_point_math.h"
#include "runtime/opset/power_of_two.h"
#include "runtime/opset/to_int32.h"

namespace litevk::ref {
namespace {

constexpr size_t kIntermediates = 5;  // one for each gate, and one for the hidden state before projection
constexpr int kHidden = 4;

// The exponent of a scale that is a power of two, as near as TFLite asks for. tanh takes 0 to 6 integer bits.
Result<int> CellExponentOf(float scale) {
  constexpr int kLowest = -15;
  constexpr int kHighest = -9;
  const std::optional<int> exponent = ExponentOf(scale);
  if (exponent && *exponent >= kLowest && *exponent <= kHighest) return *exponent;
  return Unsupported("the cell state has scale " + std::to_string(scale) +
                     ", expected a power of two from 2^-15 to 2^-9");
}

int32_t WrappedSum(int32_t left, int32_t right) {
  return static_cast<int32_t>(static_cast<uint32_t>(left) + static_cast<uint32_t>(right));
}

}  // namespace

Result<IntegerLstm> IntegerLstm::Create(const KernelArgs& args, const LstmOptions& options) {
  LITEVK_RETURN_IF_ERROR(CheckIntermediates(args, kIntermediates));
  const ir::Shape& weights = args.inputs[static_cast<size_t>(kLstmOutputGate.weights)].dims();
  const ir::Shape& recurrent = args.inputs[static_cast<size_t>(kLstmOutputGate.recurrent_weights)].dims();
  IntegerLstm lstm(args, {.input = weights[1], .cells = weights[0], .outputs = recurrent.channels()});
  LITEVK_RETURN_IF_ERROR(lstm.ReadScaling(options));
  constexpr const LstmGate* kGates[] = {&kLstmInputGate, &kLstmForgetGate, &kLstmCellGate, &kLstmOutputGate};
  Gate* const gates[] = {&lstm.input_gate_, &lstm.forget_gate_, &lstm.cell_gate_, &lstm.output_gate_};
  for (size_t index = 0; index < std::size(kGates); ++index) {
    if (!lstm.Has(kGates[index]->weights)) continue;
    const bool is_normalized = lstm.Has(kGates[index]->norm);
    const float unit = is_normalized ? args.intermediates[index]->quantization.scales[0] : 0x1p-12F;
    *gates[index] = lstm.ReadGate(*kGates[index], unit);
  }
  return lstm;
}

// Each product is rounded where TFLite rounds it.
Status IntegerLstm::ReadScaling(const LstmOptions& options) {
  const ir::Quantization& hidden = args_.intermediates[kHidden]->quantization;
  LITEVK_ASSIGN_OR_RETURN(scaling_.cell_exponent, CellExponentOf(ScaleOf(kLstmCellState)));
  scaling_.hidden = ToFixedPoint(static_cast<float>(0x1p-15 / double{hidden.scales[0]} * 0x1p-15));
  LITEVK_ASSIGN_OR_RETURN(scaling_.hidden_zero_point, ZeroPointOfIntermediate(*args_.intermediates[kHidden]));
  if (Has(kLstmProjectionWeights)) {
    scaling_.projection =
        ToFixedPoint(ScaleOf(kLstmProjectionWeights) * hidden.scales[0] / ScaleOf(kLstmOutputState));
  }
  scaling_.cell_clip = ClipOf<int16_t>(options.cell_clip, ScaleOf(kLstmCellState));
  scaling_.projection_clip =
      ClipOf<int8_t>(options.proj_clip, args_.outputs[0].tensor->quantization.scales[0]);
  return {};
}

IntegerLstm::Gate IntegerLstm::ReadGate(const LstmGate& operands, float unit) const {
  Gate gate = {.operands = &operands,
               .of_input = ToFixedPoint(ScaleOf(operands.weights) * ScaleOf(kLstmInput) / unit),
               .of_output_state =
                   ToFixedPoint(ScaleOf(operands.recurrent_weights) * ScaleOf(kLstmOutputState) / unit)};
  if (operands.cell_weights >= 0 && Has(operands.cell_weights)) {
    const double cell_scale = std::ldexp(ScaleOf(operands.cell_weights), scaling_.cell_exponent);
    gate.of_cell_state = ToFixedPoint(static_cast<float>(cell_scale / unit));
  }
  if (!Has(operands.norm)) return gate;
  constexpr double kGateSteps = 4096;  // of a number with 3 integer bits
  const float scale = ScaleOf(operands.norm);
  gate.norm = GateNorm{.weights = Operand(operands.norm).data<int16_t>(),
                       .bias = Operand(operands.bias).data<int32_t>(),
                       .factor = ToFixedPoint(kGateSteps * scale),
                       .least_variance = std::max(1, ToInt32(10000.0F * scale))};
  return gate;
}

std::vector<int16_t> IntegerLstm::Sum(const Gate& gate, const States& from) const {
  const LstmGate& at = *gate.operands;
  const auto* weights = Operand(at.weights).data<int8_t>();
  const auto* recurrent = Operand(at.recurrent_weights).data<int8_t>();
  const auto* peephole =
      at.cell_weights >= 0 && Has(at.cell_weights) ? Operand(at.cell_weights).data<int16_t>() : nullptr;
  const auto* bias = gate.norm ? nullptr : Operand(at.bias).data<int32_t>();
  std::vector<int16_t> sums(from.cell.size());
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    const auto add = [&](int32_t value, const FixedPoint& factor) {
      sums[cell] = Saturate<int16_t>(int64_t{Rescale(value, factor)} + sums[cell]);
    };
    const auto row = static_cast<int64_t>(cell);
    const int32_t of_input =
        SumOfProducts(from.input.values, from.input.zero_point, weights + row * sizes_.input, sizes_.input);
    add(WrappedSum(of_input, bias == nullptr ? 0 : bias[cell]), gate.of_input);
    add(SumOfProducts(from.output.values, from.output.zero_point, recurrent + row * sizes_.outputs,
                      sizes_.outputs),
        gate.of_output_state);
    if (peephole != nullptr) add(peephole[cell] * from.cell[cell], gate.of_cell_state);
  }
  if (gate.norm) NormalizeGate(*gate.norm, sums);
  return sums;
}

std::vector<int16_t> IntegerLstm::Logistic(const Gate& gate, const States& from) const {
  std::vector<int16_t> values = Sum(gate, from);
  std::ranges::transform(values, values.begin(), GateLogistic);
  return values;
}

void IntegerLstm::UpdateCell(const States& from, std::span<int16_t> cell) const {
  constexpr int kFractionBits = 15;
  const bool is_coupled = !Has(kLstmInputGate.weights);
  const std::vector<int16_t> forget = Logistic(forget_gate_, from);
  const std::vector<int16_t> candidate = Sum(cell_gate_, from);
  const std::vector<int16_t> entry = is_coupled ? std::vector<int16_t>() : Logistic(input_gate_, from);
  for (size_t index = 0; index < cell.size(); ++index) {
    constexpr int kGateIntegerBits = 3;
    const int enters = is_coupled ? std::numeric_limits<int16_t>::max() - forget[index] : entry[index];
    const auto kept = static_cast<int16_t>(RoundingShift(forget[index] * cell[index], kFractionBits));
    const auto added = static_cast<int16_t>(RoundingShift(
        enters * GateTanh(candidate[index], kGateIntegerBits), 2 * kFractionBits + scaling_.cell_exponent));
    cell[index] = Saturate<int16_t>(kept + added);
  }
  Clip(cell, scaling_.cell_clip);
}

void IntegerLstm::Step(int row, const int8_t* input, int8_t* output) const {
  const std::span<int8_t> output_state = StateOf<int8_t>(args_, kLstmOutputState, row, sizes_.outputs);
  const std::span<int16_t> cell = StateOf<int16_t>(args_, kLstmCellState, row, sizes_.cells);
  const States from = {
      {input, ZeroPointOf(kLstmInput)}, {output_state.data(), ZeroPointOf(kLstmOutputState)}, cell};
  UpdateCell(from, cell);
  const std::vector<int16_t> shown = Logistic(output_gate_, from);
  std::vector<int32_t> products(cell.size());
  for (size_t index = 0; index < products.size(); ++index) {
    products[index] =
        Rescale(shown[index] * GateTanh(cell[index], 15 + scaling_.cell_exponent), scaling_.hidden);
  }
  Project(products, output_state);
  std::ranges::copy(output_state, output);
}

// TFLite subtracts the hidden state's zero point where it means to add it, and makes up for that in the bias.
void IntegerLstm::Project(std::span<const int32_t> products, std::span<int8_t> output) const {
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

Status RunIntegerLstm(const KernelArgs& args, const LstmOptions& options, bool is_time_major) {
  LITEVK_ASSIGN_OR_RETURN(const IntegerLstm lstm, IntegerLstm::Create(args, options));
  const ir::Shape& input = args.inputs[kLstmInput].dims();
  const SequenceOrder order =
      input.rank() == 2 ? SequenceOrder{.rows = input[0], .steps = 1} : OrderOf(input, is_time_major);
  ForEachStep(order, /*is_backward=*/false, [&](int row, int64_t position) {
    lstm.Step(row, args.inputs[kLstmInput].data<int8_t>() + position * lstm.sizes().input,
              args.outputs[0].data<int8_t>() + position * lstm.sizes().outputs);
  });
  return {};
}

}  // namespace litevk::ref
