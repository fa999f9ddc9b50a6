#include <algorithm>

#include "kernels_ref/recurrent/basic_lstm.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/fixed_point_math.h"
#include "runtime/opset/recurrent/basic_lstm.h"
#include "runtime/opset/recurrent/gates16.h"

namespace litevk::ref {
namespace {

constexpr int kMiddle = 128;          // zero point of activations, whatever their tensors state
constexpr int kStateIntegerBits = 4;  // integer bits of the cell state
constexpr int kGateIntegerBits = 3;   // integer bits of the sums
constexpr int kSumFractionBits = kGateFractionBits - kGateIntegerBits;

template <typename T, typename View>
T* RowOf(const View& view, int64_t row) {
  return view.template data<T>() + row * view.dims()[1];
}

// Returns value * factor, rounded twice, ties towards plus infinity both times: TFLite computes this matrix
// multiplication with another library than its layers'.
int16_t RescaleSum(int32_t value, const FixedPoint& multiplier) {
  const int64_t product = Rescale(value, {multiplier.multiplier, multiplier.left, 0});
  return Saturate<int16_t>((product + ((int64_t{1} << multiplier.right) >> 1)) >> multiplier.right);
}

// Writes the sums of all gates as 16-bit values.
void Sum(const KernelArgs& args, int64_t row, const FixedPoint& multiplier) {
  const ConstView& weights = args.inputs[kWeights];
  const int zero_point = AffineChannels::OnlyOf(*weights.tensor).zero_point;
  const auto* joined = RowOf<uint8_t>(args.outputs[kJoined], row);
  auto* sums = RowOf<int16_t>(args.outputs[kSums], row);
  for (int unit = 0; unit < weights.dims()[0]; ++unit) {
    const auto* of_unit = RowOf<const uint8_t>(weights, unit);
    auto sum = static_cast<uint32_t>(args.inputs[kBias].data<int32_t>()[unit]);
    for (int i = 0; i < weights.dims()[1]; ++i) {
      sum += static_cast<uint32_t>((joined[i] - kMiddle) * (of_unit[i] - zero_point));
    }
    sums[unit] = RescaleSum(static_cast<int32_t>(sum), multiplier);
  }
}

// New state and activation of one cell.
struct Cell {
  int16_t state;
  uint8_t activation;
};

Cell CellOf(const int16_t* sums, int64_t depth, int16_t state) {
  const auto gate = [&](BasicLstmQuarter quarter) { return GateLogistic(sums[quarter * depth]); };
  const int16_t candidate = GateTanh(sums[kCandidate * depth], kGateIntegerBits);
  const int16_t added = RoundingShift(HighProduct(gate(kInputGate), candidate), kStateIntegerBits);
  const auto next = Saturate<int16_t>(int64_t{added} + HighProduct(gate(kForgetGate), state));
  const auto of_gate = Saturate<int16_t>(int64_t{next} << (kStateIntegerBits - kGateIntegerBits));
  const int16_t output = HighProduct(gate(kOutputGate), GateTanh(of_gate, kGateIntegerBits));
  return {next, static_cast<uint8_t>(kMiddle + Saturate<int8_t>(RoundingShift(output, 8)))};
}

void Step(const KernelArgs& args, int64_t row, const FixedPoint& multiplier) {
  const int inputs = args.inputs[kInput].dims()[1];
  const int depth = args.inputs[kPreviousActivation].dims()[1];
  auto* joined = RowOf<uint8_t>(args.outputs[kJoined], row);
  joined = std::copy_n(RowOf<const uint8_t>(args.inputs[kInput], row), inputs, joined);
  std::copy_n(RowOf<const uint8_t>(args.inputs[kPreviousActivation], row), depth, joined);
  Sum(args, row, multiplier);
  for (int64_t i = 0; i < depth; ++i) {
    const Cell cell = CellOf(RowOf<int16_t>(args.outputs[kSums], row) + i, depth,
                             RowOf<const int16_t>(args.inputs[kPreviousState], row)[i]);
    RowOf<int16_t>(args.outputs[kState], row)[i] = cell.state;
    RowOf<uint8_t>(args.outputs[kActivation], row)[i] = cell.activation;
  }
}

}  // namespace

Status RunQuantizedBasicLstm(const KernelArgs& args) {
  if (args.outputs[kJoined].dims().NumElements() == 0) return {};
  const float scale = AffineChannels::OnlyOf(*args.inputs[kBias].tensor).scale;
  const FixedPoint multiplier = ToFixedPoint(static_cast<double>(scale) * (1 << kSumFractionBits));
  for (int row = 0; row < args.inputs[kInput].dims()[0]; ++row) Step(args, row, multiplier);
  KeepBasicStates(args);
  return {};
}

}  // namespace litevk::ref
