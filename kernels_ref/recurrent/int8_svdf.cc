#include "kernels_ref/recurrent/int8_svdf.h"

#include <algorithm>
#include <span>

#include "kernels_ref/support/affine.h"
#include "runtime/opset/ops/svdf.h"
#include "runtime/opset/quantized/binary_multipliers.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

struct Multipliers {
  FixedPoint to_state;
  FixedPoint to_output;
};

Multipliers MultipliersOf(const KernelArgs& args) {
  const auto scale = [&](size_t input) { return AffineChannels::OnlyOf(*args.inputs[input].tensor).scale; };
  const float state = scale(kState);
  const float output = AffineChannels::OnlyOf(*args.outputs[0].tensor).scale;
  return {ProductMultipliers({scale(kInput), scale(kFeatureWeights), state}).output,
          ProductMultipliers({state, scale(kTimeWeights), output}).output};
}

// Returns the sum of products; overflow wraps around.
template <typename Left, typename Right>
int32_t SumOfProducts(const Left* left, int zero_point, const Right* right, int size) {
  uint32_t sum = 0;
  for (int index = 0; index < size; ++index) {
    sum += static_cast<uint32_t>((left[index] - zero_point) * right[index]);
  }
  return static_cast<int32_t>(sum);
}

// Moves each filter's answers one step towards the past, and appends its answer to the input.
void PushResults(const KernelArgs& args, const Multipliers& multipliers, int row, std::span<int16_t> state) {
  const ir::Shape& weights = args.inputs[kFeatureWeights].dims();
  const auto memory = static_cast<size_t>(args.inputs[kTimeWeights].dims()[1]);
  const int zero_point = AffineChannels::OnlyOf(*args.inputs[kInput].tensor).zero_point;
  const int8_t* input = args.inputs[kInput].data<int8_t>() + int64_t{row} * weights[1];
  std::ranges::copy(state.subspan(1), state.begin());
  for (int filter = 0; filter < weights[0]; ++filter) {
    const int8_t* of_filter = args.inputs[kFeatureWeights].data<int8_t>() + int64_t{filter} * weights[1];
    state[static_cast<size_t>(filter + 1) * memory - 1] = Saturate<int16_t>(
        Rescale(SumOfProducts(input, zero_point, of_filter, weights[1]), multipliers.to_state));
  }
}

// Writes the output of each unit: its filters' answers, weighted over time.
void WeighState(const KernelArgs& args, const Multipliers& multipliers, std::span<const int16_t> state,
                int8_t* output) {
  const int units = args.outputs[0].dims()[1];
  const int of_unit = static_cast<int>(state.size()) / units;  // results of all filters of one unit
  const int zero_point = AffineChannels::OnlyOf(*args.outputs[0].tensor).zero_point;
  for (int unit = 0; unit < units; ++unit) {
    const int64_t first = int64_t{unit} * of_unit;
    auto sum = static_cast<uint32_t>(
        SumOfProducts(state.data() + first, 0, args.inputs[kTimeWeights].data<int16_t>() + first, of_unit));
    if (args.has_input(kBias)) sum += static_cast<uint32_t>(args.inputs[kBias].data<int32_t>()[unit]);
    output[unit] =
        Saturate<int8_t>(int64_t{Rescale(static_cast<int32_t>(sum), multipliers.to_output)} + zero_point);
  }
}

}  // namespace

Status Int8Svdf(const KernelArgs& args) {
  const Multipliers multipliers = MultipliersOf(args);
  const ir::Shape& output = args.outputs[0].dims();
  const auto state_size = static_cast<size_t>(args.inputs[kTimeWeights].dims().NumElements());
  for (int row = 0; row < output[0]; ++row) {
    const std::span<int16_t> state(
        args.variables[kState].data<int16_t>() + static_cast<size_t>(row) * state_size, state_size);
    PushResults(args, multipliers, row, state);
    WeighState(args, multipliers, state, args.outputs[0].data<int8_t>() + int64_t{row} * output[1]);
  }
  return {};
}

}  // namespace litevk::ref
