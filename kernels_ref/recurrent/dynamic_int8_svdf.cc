#include "kernels_ref/recurrent/dynamic_int8_svdf.h"

#include <algorithm>
#include <span>

#include "kernels_ref/recurrent/cell_matmul.h"
#include "runtime/opset/ops/svdf.h"

namespace litevk::ref {
namespace {

// Adds up in the order of TFLite's SSE code: four sums side by side, then these sums in order, then the rest.
float SumOfProducts(const float* left, const float* right, Eigen::Index size) {
  constexpr Eigen::Index kLanes = 4;
  const Eigen::Index whole = size / kLanes * kLanes;
  float lanes[kLanes] = {};
  for (Eigen::Index index = 0; index < whole; ++index) lanes[index % kLanes] += left[index] * right[index];
  float sum = lanes[0] + lanes[1] + lanes[2] + lanes[3];
  for (Eigen::Index index = whole; index < size; ++index) sum += left[index] * right[index];
  return sum;
}

// The state keeps, for each filter, its last results, the newest at the end.
void PushResults(const Vector& results, std::span<float> state) {
  const size_t memory = state.size() / static_cast<size_t>(results.size());
  std::ranges::copy(state.subspan(1), state.begin());
  for (Eigen::Index filter = 0; filter < results.size(); ++filter) {
    state[static_cast<size_t>(filter + 1) * memory - 1] = results[filter];
  }
}

// Returns the output of each unit: its `rank` filters' answers, weighted over time.
Vector WeighState(std::span<const float> state, const Vector& time_weights, const Vector& bias, int rank) {
  const Eigen::Index memory = time_weights.size() / (bias.size() * rank);
  Vector sums = Vector::Zero(bias.size());
  for (Eigen::Index filter = 0; filter < bias.size() * rank; ++filter) {
    sums[filter / rank] +=
        SumOfProducts(state.data() + filter * memory, time_weights.data() + filter * memory, memory);
  }
  return sums + bias;
}

}  // namespace

Status DynamicInt8Svdf(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteSVDFParams>();
  const ConstView& feature_weights = args.inputs[kFeatureWeights];
  const int units = args.outputs[0].dims()[1];
  const Vector time_weights = ReadVector(args.inputs[kTimeWeights]);
  const Vector bias = args.has_input(kBias) ? Vector(MapVector(args.inputs[kBias])) : Vector::Zero(units);
  const int input_size = feature_weights.dims()[1];
  const auto state_size = static_cast<size_t>(time_weights.size());
  for (int row = 0; row < args.outputs[0].dims()[0]; ++row) {
    Vector results = Vector::Zero(feature_weights.dims()[0]);
    AddMatmul(feature_weights, args.inputs[kInput].data<float>() + int64_t{row} * input_size,
              params.asymmetric_quantize_inputs, results);
    const std::span<float> state(args.variables[kState].data<float>() + static_cast<size_t>(row) * state_size,
                                 state_size);
    PushResults(results, state);
    Eigen::Map<Vector>(args.outputs[0].data<float>() + int64_t{row} * units, units) =
        ActivateAll(params.activation, WeighState(state, time_weights, bias, params.rank));
  }
  return {};
}

}  // namespace litevk::ref
