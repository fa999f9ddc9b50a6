#include "runtime/opset/recurrent/int16_gates_lstm.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "runtime/base/float_text.h"
#include "runtime/opset/quantized/power_of_two.h"
#include "runtime/opset/quantized/scales.h"
#include "runtime/opset/quantized/truncate_to_int32.h"

namespace litevk {
namespace {

constexpr size_t kIntermediates = 5;  // one for each gate, and one for the hidden state before projection
constexpr size_t kHidden = 4;

// Operands that decide how a node reads its cell state.
struct CellReaders {
  bool has_input_gate;
  bool has_peephole;
};

// Returns the exponent of a scale that is a power of two within TFLite's tolerance. If TFLite has no TANH for
// the cell state's scale, it reads the input gate's buffer instead. Without an input gate that is unwritten.
Result<int> CellExponentOf(float scale, const CellReaders& readers) {
  constexpr int kLowest = -30;  // below it TFLite would shift to the left
  const std::optional<int> exponent = ExponentOf(scale);
  const bool is_unread = readers.has_input_gate && !readers.has_peephole;
  if (exponent && *exponent < kLowest && is_unread) return kLowest;
  const int lowest = readers.has_input_gate ? kLowest : kLeastTanhExponent;
  const int highest = readers.has_input_gate ? 0 : kMostTanhExponent;
  if (exponent && *exponent >= lowest && *exponent <= highest) return *exponent;
  return Unsupported("the cell state has scale " + FloatText(scale) + ", expected a power of two from 2^" +
                     std::to_string(lowest) + " to 2^" + std::to_string(highest) +
                     (readers.has_input_gate ? "" : " without an input gate"));
}

// The scales of the operands. Each product of scales is rounded where TFLite rounds it.
class Scales {
 public:
  explicit Scales(const LstmTensors& tensors) : tensors_(tensors) {}

  bool Has(int operand) const { return operand >= 0 && Find(operand) != nullptr; }
  float Of(int operand) const { return Find(operand)->quantization.scales[0]; }

  // `unit`: the scale of the gate's sums.
  Int16Gate OfGate(const LstmGate& gate, float unit, int cell_exponent) const {
    Int16Gate multipliers;
    multipliers.of_input = ToFixedPoint(Of(gate.weights) * Of(kLstmInput) / unit);
    multipliers.of_output_state = ToFixedPoint(Of(gate.recurrent_weights) * Of(kLstmOutputState) / unit);
    if (Has(gate.cell_weights)) {
      const double cell_scale = std::ldexp(Of(gate.cell_weights), cell_exponent);
      multipliers.of_cell_state = ToFixedPoint(static_cast<float>(cell_scale / unit));
    }
    if (!Has(gate.norm)) return multipliers;
    constexpr double kGateSteps = 4096;  // steps of 1 in a value with 3 integer bits
    multipliers.of_norm = ToFixedPoint(kGateSteps * Of(gate.norm));
    multipliers.least_variance = std::max(1, TruncateToInt32(10000.0F * Of(gate.norm)));
    return multipliers;
  }

 private:
  const ir::Tensor* Find(int operand) const {
    const auto index = static_cast<size_t>(operand);
    return index < tensors_.inputs.size() ? tensors_.inputs[index] : nullptr;
  }

  const LstmTensors& tensors_;
};

Status CheckRecurrentWeights(const ir::Tensor& weights) {
  if (weights.dims.rank() == 2) return {};
  return Unsupported("recurrent weights of int8 have " + std::to_string(weights.dims.rank()) +
                     " dims, expected 2");
}

}  // namespace

Status CheckIntermediates(OperandTensors intermediates, size_t count, size_t first_read) {
  if (intermediates.size() != count) {
    return Unsupported("the node has " + std::to_string(intermediates.size()) + " intermediates, expected " +
                       std::to_string(count));
  }
  for (const ir::Tensor* tensor : intermediates.subspan(first_read)) {
    if (tensor == nullptr) return Unsupported("an intermediate is absent");
    const Status status = CheckScales(*tensor);
    if (!status.ok()) return Unsupported("an intermediate: " + status.message());
    if (tensor->quantization.scales.size() == 1) continue;
    return Unsupported("an intermediate: " + std::to_string(tensor->quantization.scales.size()) +
                       " scales, expected one");
  }
  return {};
}

Result<int> ZeroPointOfIntermediate(const ir::Tensor& tensor) {
  const int zero_point = tensor.quantization.zero_points.empty() ? 0 : tensor.quantization.zero_points[0];
  const ir::IntegerRange integers = ir::RangeOf(ir::DataType::kInt8);
  if (zero_point >= integers.lowest && zero_point <= integers.highest) return zero_point;
  return Unsupported("an intermediate: zero point " + std::to_string(zero_point) +
                     ", expected a value of int8");
}

Result<Int16GatesScaling> Int16GatesScalingOf(const LstmTensors& tensors, const LstmOptions& options) {
  const Scales scales(tensors);
  const bool is_normalized = scales.Has(kLstmOutputGate.norm);
  LITEVK_RETURN_IF_ERROR(
      CheckIntermediates(tensors.intermediates, kIntermediates, is_normalized ? 0 : kHidden));
  LITEVK_RETURN_IF_ERROR(
      CheckRecurrentWeights(*tensors.inputs[static_cast<size_t>(kLstmOutputGate.recurrent_weights)]));
  Int16GatesScaling scaling;
  const CellReaders readers = {.has_input_gate = scales.Has(kLstmInputGate.weights),
                               .has_peephole = scales.Has(kLstmOutputGate.cell_weights)};
  LITEVK_ASSIGN_OR_RETURN(scaling.cell_exponent, CellExponentOf(scales.Of(kLstmCellState), readers));
  const ir::Quantization& hidden = tensors.intermediates[kHidden]->quantization;
  scaling.hidden = ToFixedPoint(static_cast<float>(0x1p-15 / double{hidden.scales[0]} * 0x1p-15));
  LITEVK_ASSIGN_OR_RETURN(scaling.hidden_zero_point,
                          ZeroPointOfIntermediate(*tensors.intermediates[kHidden]));
  if (scales.Has(kLstmProjectionWeights)) {
    scaling.projection =
        ToFixedPoint(scales.Of(kLstmProjectionWeights) * hidden.scales[0] / scales.Of(kLstmOutputState));
  }
  scaling.cell_clip = ClipOf<int16_t>(options.cell_clip, scales.Of(kLstmCellState));
  scaling.projection_clip = ClipOf<int8_t>(options.proj_clip, tensors.output.quantization.scales[0]);
  constexpr const LstmGate* kGates[] = {&kLstmInputGate, &kLstmForgetGate, &kLstmCellGate, &kLstmOutputGate};
  for (size_t index = 0; index < scaling.gates.size(); ++index) {
    const LstmGate& gate = *kGates[index];
    if (!scales.Has(gate.weights)) continue;
    const float unit =
        scales.Has(gate.norm) ? tensors.intermediates[index]->quantization.scales[0] : 0x1p-12F;
    scaling.gates[index] = scales.OfGate(gate, unit, scaling.cell_exponent);
  }
  return scaling;
}

}  // namespace litevk
