#include "runtime/opset/recurrent/int8_gates_lstm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "runtime/base/float_text.h"
#include "runtime/opset/quantized/truncate_to_int32.h"
#include "runtime/opset/quantized/wide_multiplier_between.h"

namespace litevk {
namespace {

constexpr std::array<const LstmGate*, 4> kGates = {&kLstmInputGate, &kLstmForgetGate, &kLstmCellGate,
                                                   &kLstmOutputGate};
constexpr size_t kForget = 1;
constexpr size_t kOutput = 3;
constexpr size_t kOfGate = 3;  // intermediates of a gate

int16_t FractionOf(float value) {
  using Limits = std::numeric_limits<int16_t>;
  return static_cast<int16_t>(
      std::clamp<int32_t>(TruncateToInt32(value * 0x1p15F), Limits::min(), Limits::max()));
}

class Scales {
 public:
  explicit Scales(const LstmTensors& tensors) : tensors_(tensors) {}

  float Of(int operand) const { return Find(operand)->quantization.scales[0]; }

  // TFLite reads each of these operands without checking that it is present.
  Status CheckOperands() const {
    for (const int operand : {kLstmForgetGate.norm, kLstmProjectionWeights, kLstmProjectionBias}) {
      if (Find(operand) != nullptr) continue;
      return Unsupported(
          "with 12 intermediates the node needs coefficients of norms, projection_weights and "
          "projection_bias");
    }
    if (Of(kLstmCellState) == kInt8GateCellScale) return {};
    return Unsupported("the cell state has scale " + FloatText(Of(kLstmCellState)) +
                       ", expected 2^-15, with 12 intermediates");
  }

  Result<Int8Gate> OfGate(size_t index) const {
    const LstmGate& operands = *kGates[index];
    Int8Gate gate;
    LITEVK_ASSIGN_OR_RETURN(gate.of_input, OfPart(operands.weights, kLstmInput, kOfGate * index + 1));
    LITEVK_ASSIGN_OR_RETURN(gate.of_output_state,
                            OfPart(operands.recurrent_weights, kLstmOutputState, kOfGate * index + 2));
    const float scale = Of(operands.norm);
    gate.norm_scale = ToFixedPoint(scale).multiplier == 0 ? 0.0F : scale;
    return gate;
  }

 private:
  const ir::Tensor* Find(int operand) const {
    const auto index = static_cast<size_t>(operand);
    return index < tensors_.inputs.size() ? tensors_.inputs[index] : nullptr;
  }

  Result<Int8GatePart> OfPart(int weights, int vector, size_t intermediate) const {
    const ir::Tensor& integers = *tensors_.intermediates[intermediate];
    const float scale = integers.quantization.scales[0];
    const ir::Tensor& sums = *tensors_.intermediates[intermediate / kOfGate * kOfGate];
    LITEVK_ASSIGN_OR_RETURN(const int zero_point, ZeroPointOfIntermediate(integers));
    return Int8GatePart{.to_quantized = ToFixedPoint(Of(weights) * Of(vector) / scale),
                        .zero_point = zero_point,
                        .to_sum = ToFixedPoint(scale / sums.quantization.scales[0])};
  }

  const LstmTensors& tensors_;
};

}  // namespace

Result<Int8GatesScaling> Int8GatesScalingOf(const LstmTensors& tensors, const LstmOptions& options) {
  LITEVK_RETURN_IF_ERROR(CheckIntermediates(tensors.intermediates, kInt8GateIntermediates, /*first_read=*/0));
  const Scales scales(tensors);
  LITEVK_RETURN_IF_ERROR(scales.CheckOperands());
  Int8GatesScaling scaling;
  for (size_t index = kForget; index < kGates.size(); ++index) {
    LITEVK_ASSIGN_OR_RETURN(scaling.gates[index], scales.OfGate(index));
  }
  // TFLite reads this multiplier beyond the end of its array, where the forget gate's shift lies. The result
  // is so small that the output state's part is 0 for all sensible scales.
  const FixedPoint& of_forget = scaling.gates[kForget].of_output_state.to_sum;
  scaling.gates[kOutput].of_output_state.to_sum.multiplier = of_forget.left - of_forget.right;
  const double projection = scales.Of(kLstmProjectionWeights) * 0x1p-15 / double{scales.Of(kLstmOutputState)};
  scaling.projection = WideMultiplierBetween(static_cast<float>(projection), 1);
  if (options.cell_clip < 1.0F) scaling.cell_clip = ClipOf<int16_t>(options.cell_clip, kInt8GateCellScale);
  scaling.projection_clip = ClipOf<int8_t>(options.proj_clip, tensors.output.quantization.scales[0]);
  return scaling;
}

int16_t Int8GateLogistic(int16_t sum) {
  const float value = static_cast<float>(sum) * kInt8GateSumScale;
  return FractionOf(1.0F / (1.0F + std::exp(-value)));
}

int16_t Int8GateTanh(int16_t integer, float scale) {
  return FractionOf(std::tanh(static_cast<float>(integer) * scale));
}

}  // namespace litevk
