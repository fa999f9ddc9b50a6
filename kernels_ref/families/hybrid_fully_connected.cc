#include "kernels_ref/families/hybrid_fully_connected.h"

#include <algorithm>
#include <span>
#include <vector>

#include "kernels_ref/families/hybrid_rows.h"
#include "kernels_ref/families/recurrent.h"
#include "kernels_ref/support/densify.h"

namespace litevk::ref {
namespace {

// Returns the weights where they lie, or, of sparse ones, a dense copy in `storage`.
Result<HybridWeights> DenseWeights(const ConstView& weights, std::vector<int8_t>* storage) {
  const int64_t units = weights.dims()[0];
  const int64_t depth = weights.dims()[1];
  if (weights.tensor->sparsity == nullptr) return HybridWeights{weights.data<int8_t>(), units, depth};
  storage->resize(static_cast<size_t>(units * depth));
  LITEVK_RETURN_IF_ERROR(SpreadBlocks(weights, std::as_writable_bytes(std::span(*storage))));
  return HybridWeights{storage->data(), units, depth};
}

}  // namespace

// output = activation(bias + sum * (scale of the row * scale of the unit)).
Status HybridFullyConnected(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteFullyConnectedParams>();
  std::vector<int8_t> storage;
  LITEVK_ASSIGN_OR_RETURN(const HybridWeights weights, DenseWeights(args.inputs[1], &storage));
  // Without a depth there are zeros, to which TFLite adds no bias.
  if (weights.columns == 0) {
    std::ranges::fill(args.outputs[0].bytes, std::byte{0});
    return {};
  }
  const int64_t count = args.outputs[0].dims().NumElements() / weights.rows;
  const HybridRows rows =
      QuantizeRows(args.inputs[0].data<float>(), count, weights.columns, params.asymmetric_quantize_inputs);
  std::vector<int32_t> sums(static_cast<size_t>(count * weights.rows));
  MultiplyRows(rows.numbers.data(), count, weights, sums.data());
  const float* bias = args.has_input(2) ? args.inputs[2].data<float>() : nullptr;
  auto* output = args.outputs[0].data<float>();
  for (int64_t row = 0, index = 0; row < count; ++row) {
    const float scale = rows.scales[static_cast<size_t>(row)];
    for (int64_t unit = 0; unit < weights.rows; ++unit, ++index) {
      const float factor = scale * ScaleOfSlice(*args.inputs[1].tensor, unit);
      const float product = static_cast<float>(sums[static_cast<size_t>(index)]) * factor;
      output[index] = Activate(params.activation, (bias == nullptr ? 0.0F : bias[unit]) + product);
    }
  }
  return {};
}

}  // namespace litevk::ref
