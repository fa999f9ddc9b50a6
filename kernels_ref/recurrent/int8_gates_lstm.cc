#include "kernels_ref/recurrent/int8_gates_lstm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels_ref/recurrent/quantized_lstm_parts.h"
#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/operand_tensors.h"
#include "runtime/opset/quantized/truncate_to_int32.h"
#include "runtime/opset/recurrent/gates16.h"

namespace litevk::ref {
namespace {

constexpr size_t kForget = 1;
constexpr size_t kCell = 2;
constexpr size_t kOutput = 3;

int16_t Product(int left, int right) {
  return static_cast<int16_t>(RoundingShift(left * right, kGateFractionBits));
}

struct Moments {
  float mean;
  float inverse_deviation;
};

// Computes mean and variance; each step is rounded to float32, in order.
Moments MomentsOf(std::span<const int16_t> sums) {
  float sum = 0.0F;
  float sum_of_squares = 0.0F;
  for (const int16_t integer : sums) {
    const auto value = static_cast<float>(integer);
    sum += value;
    sum_of_squares += value * value;
  }
  const auto count = static_cast<float>(sums.size());
  const float mean = sum / count;
  const float variance = sum_of_squares / count - mean * mean;
  constexpr float kLeastVariance = 1e-8F;
  return {mean, 1.0F / std::sqrt(variance == 0.0F ? kLeastVariance : variance)};
}

}  // namespace

Result<Int8GatesLstm> Int8GatesLstm::Create(const KernelArgs& args, const LstmOptions& options) {
  Int8GatesLstm lstm(args);
  const std::vector<const ir::Tensor*> inputs = TensorsOf(args.inputs);
  LITEVK_ASSIGN_OR_RETURN(lstm.scaling_,
                          Int8GatesScalingOf({inputs, args.intermediates, *args.outputs[0].tensor}, options));
  const ir::Shape& weights = lstm.Operand(kLstmOutputGate.weights).dims();
  const int outputs = lstm.Operand(kLstmOutputGate.recurrent_weights).dims()[1];
  lstm.sizes_ = {.input = weights[1], .cells = weights[0], .outputs = outputs};
  return lstm;
}

std::vector<int16_t> Int8GatesLstm::Sum(const LstmGate& operands, const Int8Gate& gate, const Vector& input,
                                        const Vector& output_state) const {
  const auto part_of = [&](const Int8GatePart& part, int weights, const Vector& vector, size_t cell) {
    const int8_t* row = Operand(weights).data<int8_t>() + cell * vector.values.size();
    const int32_t sum =
        SumOfProducts(vector.values.data(), vector.zero_point, row, static_cast<int>(vector.values.size()));
    const auto integer = Saturate<int8_t>(int64_t{Rescale(sum, part.to_quantized)} + part.zero_point);
    return int64_t{Rescale(integer - part.zero_point, part.to_sum)};
  };
  std::vector<int16_t> sums(static_cast<size_t>(sizes_.cells));
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    sums[cell] =
        Saturate<int16_t>(part_of(gate.of_input, operands.weights, input, cell) +
                          part_of(gate.of_output_state, operands.recurrent_weights, output_state, cell));
  }
  const auto* norm = Operand(operands.norm).data<int16_t>();
  const auto* bias = Operand(operands.bias).data<int32_t>();
  const Moments moments = MomentsOf(sums);
  const float bias_scale = 0x1p-10F * gate.norm_scale;
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    const float normal = (static_cast<float>(sums[cell]) - moments.mean) * moments.inverse_deviation;
    const float value = normal * static_cast<float>(norm[cell]) * gate.norm_scale +
                        static_cast<float>(bias[cell]) * bias_scale;
    sums[cell] = Saturate<int16_t>(TruncateToInt32(std::round(value / kInt8GateSumScale)));
  }
  return sums;
}

// TFLite uses no input gate here, even if the model has one: 1 - the forget gate takes its place.
void Int8GatesLstm::Step(int row, const int8_t* input, int8_t* output) const {
  const std::span<int8_t> output_state = StateOf<int8_t>(args_, kLstmOutputState, row, sizes_.outputs);
  const std::span<int16_t> cells = StateOf<int16_t>(args_, kLstmCellState, row, sizes_.cells);
  const Vector from = {{input, static_cast<size_t>(sizes_.input)}, ZeroPointOf(kLstmInput)};
  const Vector state = {output_state, ZeroPointOf(kLstmOutputState)};
  const std::vector<int16_t> forget = Sum(kLstmForgetGate, scaling_.gates[kForget], from, state);
  const std::vector<int16_t> candidate = Sum(kLstmCellGate, scaling_.gates[kCell], from, state);
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    const int16_t kept = Int8GateLogistic(forget[cell]);
    const int enters = std::numeric_limits<int16_t>::max() - kept;
    cells[cell] = Saturate<int16_t>(Product(kept, cells[cell]) +
                                    Product(enters, Int8GateTanh(candidate[cell], kInt8GateSumScale)));
  }
  Clip(cells, scaling_.cell_clip);
  std::vector<int16_t> hidden = Sum(kLstmOutputGate, scaling_.gates[kOutput], from, state);
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    hidden[cell] = Product(Int8GateLogistic(hidden[cell]), Int8GateTanh(cells[cell], kInt8GateCellScale));
  }
  Project(hidden, output_state);
  std::ranges::copy(output_state, output);
}

void Int8GatesLstm::Project(std::span<const int16_t> hidden, std::span<int8_t> output) const {
  const auto* weights = Operand(kLstmProjectionWeights).data<int8_t>();
  const auto* bias = Operand(kLstmProjectionBias).data<int32_t>();
  for (size_t index = 0; index < output.size(); ++index, weights += hidden.size()) {
    const int64_t sum = std::inner_product(hidden.begin(), hidden.end(), weights, int64_t{bias[index]});
    output[index] =
        Saturate<int8_t>(int64_t{Rescale64(sum, scaling_.projection)} + ZeroPointOf(kLstmOutputState));
  }
  Clip(output, scaling_.projection_clip);
}

Status CheckInt8GatesLstm(const PreparedNode& node, const LstmOptions& options) {
  return Int8GatesScalingOf({node.inputs, node.intermediates, *node.outputs[0]}, options).status();
}

Status RunInt8GatesLstm(const KernelArgs& args, const LstmOptions& options) {
  LITEVK_ASSIGN_OR_RETURN(const Int8GatesLstm lstm, Int8GatesLstm::Create(args, options));
  const ir::Shape& input = args.inputs[kLstmInput].dims();
  const int64_t outputs = args.outputs[0].dims()[1];
  for (int row = 0; row < input[0]; ++row) {
    lstm.Step(row, args.inputs[kLstmInput].data<int8_t>() + int64_t{row} * input[1],
              args.outputs[0].data<int8_t>() + row * outputs);
  }
  return {};
}

}  // namespace litevk::ref
