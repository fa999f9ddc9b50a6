#include "kernels_ref/families/byte_gates_lstm.h"

#include <cmath>
#include <numeric>

#include "kernels_ref/families/lstm_numbers.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/families/integer_lstm.h"
#include "runtime/opset/to_int32.h"

namespace litevk::ref {
namespace {

constexpr float kCellScale = 0x1p-15F;
constexpr int kFractionBits = 15;  // of what gates and tanh give
constexpr size_t kForget = 1;
constexpr size_t kCell = 2;
constexpr size_t kOutput = 3;

// Returns a value between -1 and 1 with 15 bits below the point, truncated as TFLite truncates it.
int16_t FractionOf(float value) { return Saturate<int16_t>(ToInt32(value * 0x1p15F)); }

int16_t LogisticOf(int16_t sum) {
  const float value = static_cast<float>(sum) * 0x1p-12F;
  return FractionOf(1.0F / (1.0F + std::exp(-value)));
}

int16_t TanhOf(int16_t number, float scale) {
  return FractionOf(std::tanh(static_cast<float>(number) * scale));
}

int16_t Product(int left, int right) {
  return static_cast<int16_t>(RoundingShift(left * right, kFractionBits));
}

struct Moments {
  float mean;
  float inverse_deviation;
};

// Each step is rounded to float32, in order.
Moments MomentsOf(std::span<const int16_t> sums) {
  float sum = 0.0F;
  float sum_of_squares = 0.0F;
  for (const int16_t number : sums) {
    const auto value = static_cast<float>(number);
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

// TFLite reads each of these without asking whether it is there.
Status ByteGatesLstm::CheckOperands() const {
  for (const int operand : {kLstmForgetGate.norm, kLstmProjectionWeights, kLstmProjectionBias}) {
    if (Has(operand)) continue;
    return Unsupported("with 12 intermediates the node needs coefficients of norms, projection_weights and " +
                       std::string("projection_bias"));
  }
  if (ScaleOf(kLstmCellState) == kCellScale) return {};
  return Unsupported("the cell state has scale " + std::to_string(ScaleOf(kLstmCellState)) +
                     ", expected 2^-15, with 12 intermediates");
}

Result<ByteGatesLstm> ByteGatesLstm::Create(const KernelArgs& args, const LstmOptions& options) {
  LITEVK_RETURN_IF_ERROR(CheckIntermediates(args.intermediates, kIntermediates));
  ByteGatesLstm lstm(args);
  LITEVK_RETURN_IF_ERROR(lstm.CheckOperands());
  const ir::Shape& weights = lstm.Operand(kLstmOutputGate.weights).dims();
  const int outputs = lstm.Operand(kLstmOutputGate.recurrent_weights).dims()[1];
  lstm.sizes_ = {.input = weights[1], .cells = weights[0], .outputs = outputs};
  LITEVK_ASSIGN_OR_RETURN(lstm.forget_gate_, lstm.ReadGate(kForget));
  LITEVK_ASSIGN_OR_RETURN(lstm.cell_gate_, lstm.ReadGate(kCell));
  LITEVK_ASSIGN_OR_RETURN(lstm.output_gate_, lstm.ReadGate(kOutput));
  // TFLite reads the multiplier of the output state's part beyond the end of its array, where the shift of
  // the forget gate's lies: so small a number that the part is 0 for all scales of a sensible model.
  const FixedPoint& of_forget = lstm.forget_gate_.of_output_state.to_sum;
  lstm.output_gate_.of_output_state.to_sum.multiplier = of_forget.left - of_forget.right;
  lstm.projection_ = ToFixedPoint(static_cast<float>(lstm.ScaleOf(kLstmProjectionWeights) * 0x1p-15 /
                                                     double{lstm.ScaleOf(kLstmOutputState)}));
  if (options.cell_clip < 1.0F) lstm.cell_clip_ = ClipOf<int16_t>(options.cell_clip, kCellScale);
  lstm.projection_clip_ = ClipOf<int8_t>(options.proj_clip, args.outputs[0].tensor->quantization.scales[0]);
  return lstm;
}

Result<ByteGatesLstm::Part> ByteGatesLstm::ReadPart(int weights, int vector, size_t intermediate) const {
  const ir::Tensor& numbers = *args_.intermediates[intermediate];
  const float scale = numbers.quantization.scales[0];
  constexpr size_t kOfGate = 3;
  const ir::Tensor& sums = *args_.intermediates[intermediate / kOfGate * kOfGate];
  LITEVK_ASSIGN_OR_RETURN(const int zero_point, ZeroPointOfIntermediate(numbers));
  return Part{.weights = Operand(weights).data<int8_t>(),
              .to_number = ToFixedPoint(ScaleOf(weights) * ScaleOf(vector) / scale),
              .zero_point = zero_point,
              .to_sum = ToFixedPoint(scale / sums.quantization.scales[0])};
}

Result<ByteGatesLstm::Gate> ByteGatesLstm::ReadGate(size_t index) const {
  constexpr const LstmGate* kGates[] = {&kLstmInputGate, &kLstmForgetGate, &kLstmCellGate, &kLstmOutputGate};
  const LstmGate& operands = *kGates[index];
  Gate gate = {};
  LITEVK_ASSIGN_OR_RETURN(gate.of_input, ReadPart(operands.weights, kLstmInput, 3 * index + 1));
  LITEVK_ASSIGN_OR_RETURN(gate.of_output_state,
                          ReadPart(operands.recurrent_weights, kLstmOutputState, 3 * index + 2));
  gate.norm = Operand(operands.norm).data<int16_t>();
  gate.bias = Operand(operands.bias).data<int32_t>();
  const float scale = ScaleOf(operands.norm);
  gate.norm_scale = ToFixedPoint(scale).multiplier == 0 ? 0.0F : scale;
  return gate;
}

std::vector<int16_t> ByteGatesLstm::Sum(const Gate& gate, const Vector& input,
                                        const Vector& output_state) const {
  const auto part_of = [](const Part& part, const Vector& vector, size_t cell) {
    const int32_t sum =
        SumOfProducts(vector.values.data(), vector.zero_point, part.weights + cell * vector.values.size(),
                      static_cast<int>(vector.values.size()));
    const auto number = Saturate<int8_t>(int64_t{Rescale(sum, part.to_number)} + part.zero_point);
    return int64_t{Rescale(number - part.zero_point, part.to_sum)};
  };
  std::vector<int16_t> sums(static_cast<size_t>(sizes_.cells));
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    sums[cell] = Saturate<int16_t>(part_of(gate.of_input, input, cell) +
                                   part_of(gate.of_output_state, output_state, cell));
  }
  const Moments moments = MomentsOf(sums);
  const float bias_scale = 0x1p-10F * gate.norm_scale;
  for (size_t cell = 0; cell < sums.size(); ++cell) {
    const float normal = (static_cast<float>(sums[cell]) - moments.mean) * moments.inverse_deviation;
    const float value = normal * static_cast<float>(gate.norm[cell]) * gate.norm_scale +
                        static_cast<float>(gate.bias[cell]) * bias_scale;
    sums[cell] = Saturate<int16_t>(ToInt32(std::round(value * 0x1p12F)));
  }
  return sums;
}

// TFLite has no input gate here, whatever the model has: what the forget gate leaves enters.
void ByteGatesLstm::Step(int row, const int8_t* input, int8_t* output) const {
  const std::span<int8_t> output_state = StateOf<int8_t>(args_, kLstmOutputState, row, sizes_.outputs);
  const std::span<int16_t> cells = StateOf<int16_t>(args_, kLstmCellState, row, sizes_.cells);
  const Vector from = {{input, static_cast<size_t>(sizes_.input)}, ZeroPointOf(kLstmInput)};
  const Vector state = {output_state, ZeroPointOf(kLstmOutputState)};
  const std::vector<int16_t> forget = Sum(forget_gate_, from, state);
  const std::vector<int16_t> candidate = Sum(cell_gate_, from, state);
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    const int16_t kept = LogisticOf(forget[cell]);
    const int enters = std::numeric_limits<int16_t>::max() - kept;
    cells[cell] =
        Saturate<int16_t>(Product(kept, cells[cell]) + Product(enters, TanhOf(candidate[cell], 0x1p-12F)));
  }
  Clip(cells, cell_clip_);
  std::vector<int16_t> hidden = Sum(output_gate_, from, state);
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    hidden[cell] = Product(LogisticOf(hidden[cell]), TanhOf(cells[cell], kCellScale));
  }
  Project(hidden, output_state);
  std::ranges::copy(output_state, output);
}

void ByteGatesLstm::Project(std::span<const int16_t> hidden, std::span<int8_t> output) const {
  const auto* weights = Operand(kLstmProjectionWeights).data<int8_t>();
  const auto* bias = Operand(kLstmProjectionBias).data<int32_t>();
  for (size_t index = 0; index < output.size(); ++index, weights += hidden.size()) {
    const int64_t sum = std::inner_product(hidden.begin(), hidden.end(), weights, int64_t{bias[index]});
    output[index] = Saturate<int8_t>(int64_t{Rescale64(sum, projection_)} + ZeroPointOf(kLstmOutputState));
  }
  Clip(output, projection_clip_);
}

Status RunByteGatesLstm(const KernelArgs& args, const LstmOptions& options) {
  LITEVK_ASSIGN_OR_RETURN(const ByteGatesLstm lstm, ByteGatesLstm::Create(args, options));
  const ir::Shape& input = args.inputs[kLstmInput].dims();
  const int64_t outputs = args.outputs[0].dims()[1];
  for (int row = 0; row < input[0]; ++row) {
    lstm.Step(row, args.inputs[kLstmInput].data<int8_t>() + int64_t{row} * input[1],
              args.outputs[0].data<int8_t>() + row * outputs);
  }
  return {};
}

}  // namespace litevk::ref
