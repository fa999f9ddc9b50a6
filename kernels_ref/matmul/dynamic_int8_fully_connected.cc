#include "kernels_ref/matmul/dynamic_int8_fully_connected.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "kernels_ref/common/activate.h"
#include "kernels_ref/common/dynamic_int8_rows.h"
#include "kernels_ref/support/densify.h"
#include "kernels_ref/support/scratch.h"

namespace litevk::ref {
namespace {

// Returns the weights in place or, if they are sparse, a dense copy in `storage`.
Result<DynamicInt8Weights> DenseWeights(const ConstView& weights, std::vector<int8_t>* storage) {
  const int64_t units = weights.dims()[0];
  const int64_t depth = weights.dims()[1];
  if (weights.tensor->sparsity == nullptr) return DynamicInt8Weights{weights.data<int8_t>(), units, depth};
  storage->resize(static_cast<size_t>(units * depth));
  LITEVK_RETURN_IF_ERROR(SpreadBlocks(weights, std::as_writable_bytes(std::span(*storage))));
  return DynamicInt8Weights{storage->data(), units, depth};
}

// A row of the input: value ~ scale * (number + zero_point).
struct InputRow {
  const int16_t* integers;
  float scale;
  int zero_point;
};

// Weight rows with one scale per block.
class BlockRows {
 public:
  BlockRows(const DynamicInt8Weights& weights, const ir::Quantization& quantization)
      : weights_(weights), scales_(quantization.scales), size_(quantization.block_size) {}

  // Returns the sum of products of the row and a unit's weights. Sums of blocks are added in float, and the
  // zero point's contribution is added separately at the end.
  float SumOf(const InputRow& row, int64_t unit) const {
    float sum = 0.0F;
    float sum_of_weights = 0.0F;
    for (int64_t first = 0; first < weights_.columns; first += size_) {
      const int8_t* weights = weights_.integers + unit * weights_.columns + first;
      const int32_t of_block = std::accumulate(weights, weights + size_, 0);
      const int32_t products = SumOfProducts(row.integers + first, weights, size_);
      const float scale = scales_[static_cast<size_t>((unit * weights_.columns + first) / size_)];
      sum += static_cast<float>(products + row.zero_point * of_block) * scale;
      sum_of_weights += scale * static_cast<float>(of_block);
    }
    return (sum - static_cast<float>(row.zero_point) * sum_of_weights) * row.scale;
  }

 private:
  const DynamicInt8Weights& weights_;
  const std::vector<float>& scales_;
  int64_t size_;
};

// Writes activation(bias + sum * (scale of the row * scale of the unit)).
void WriteOutputs(const KernelArgs& args, int64_t units, std::span<const float> scales,
                  std::span<const int32_t> sums) {
  const int activation = args.params.As<abi::TfLiteFullyConnectedParams>().activation;
  const float* bias = args.has_input(2) ? args.inputs[2].data<float>() : nullptr;
  auto* output = args.outputs[0].data<float>();
  for (const float scale : scales) {
    for (int64_t unit = 0; unit < units; ++unit) {
      const float multiplier = scale * ScaleOfSlice(*args.inputs[1].tensor, unit);
      const float product = static_cast<float>(sums[static_cast<size_t>(unit)]) * multiplier;
      *output++ = Activate(activation, (bias == nullptr ? 0.0F : bias[unit]) + product);
    }
    sums = sums.subspan(static_cast<size_t>(units));
  }
}

}  // namespace

Status DynamicInt8FullyConnected(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteFullyConnectedParams>();
  std::vector<int8_t> storage;
  LITEVK_ASSIGN_OR_RETURN(const DynamicInt8Weights weights, DenseWeights(args.inputs[1], &storage));
  // With depth 0 the output is zeros; TFLite adds no bias.
  if (weights.columns == 0) {
    std::ranges::fill(args.outputs[0].bytes, std::byte{0});
    return {};
  }
  const int64_t count = args.outputs[0].dims().NumElements() / weights.rows;
  const auto* input = args.inputs[0].data<float>();
  Scratch<int16_t> integers(static_cast<size_t>(count * weights.columns));
  Scratch<float> scales(static_cast<size_t>(count));
  for (int64_t row = 0; row < count; ++row) {
    const int64_t first = row * weights.columns;
    const std::span<const float> values(input + first, static_cast<size_t>(weights.columns));
    scales.data()[row] =
        QuantizeRow(values, params.asymmetric_quantize_inputs, integers.data() + first).scale;
  }
  Scratch<int32_t> sums(static_cast<size_t>(count * weights.rows));
  MultiplyRows(integers.data(), count, weights, sums.data());
  WriteOutputs(args, weights.rows, scales.elements(), sums.elements());
  return {};
}

Status FullyConnectedInBlocks(const KernelArgs& args) {
  const int activation = args.params.As<abi::TfLiteFullyConnectedParams>().activation;
  std::vector<int8_t> storage;
  LITEVK_ASSIGN_OR_RETURN(const DynamicInt8Weights weights, DenseWeights(args.inputs[1], &storage));
  if (weights.columns == 0) {
    std::ranges::fill(args.outputs[0].bytes, std::byte{0});
    return {};
  }
  const BlockRows blocks(weights, args.inputs[1].tensor->quantization);
  const int64_t count = args.outputs[0].dims().NumElements() / weights.rows;
  const DynamicInt8Rows rows =
      QuantizeRows(args.inputs[0].data<float>(), count, weights.columns, /*is_asymmetric=*/true);
  const float* bias = args.has_input(2) ? args.inputs[2].data<float>() : nullptr;
  auto* output = args.outputs[0].data<float>();
  for (size_t index = 0; index < static_cast<size_t>(count); ++index) {
    const InputRow row = {rows.integers.data() + static_cast<int64_t>(index) * weights.columns,
                          rows.scales[index], rows.zero_points[index]};
    for (int64_t unit = 0; unit < weights.rows; ++unit) {
      const float sum = blocks.SumOf(row, unit);
      *output++ = Activate(activation, bias == nullptr ? sum : sum + bias[unit]);
    }
  }
  return {};
}

}  // namespace litevk::ref
