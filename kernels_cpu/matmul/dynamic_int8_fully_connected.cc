#include "kernels_cpu/matmul/dynamic_int8_fully_connected.h"

#include <utility>

#include "kernels_cpu/matmul/integer_layer.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_ref/common/activate.h"
#include "kernels_ref/common/dynamic_int8_rows.h"
#include "kernels_ref/support/scratch.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations for each value that is quantized.
constexpr int64_t kOperations = 16;

// Writes activation(bias + sum * (scale of the row * scale of the output)).
class ScaledSink : public SumsSink<int32_t> {
 public:
  ScaledSink(const ref::KernelArgs& args, std::span<const float> row_scales, std::span<const float> scales)
      : row_scales_(row_scales),
        scales_(scales),
        bias_(args.has_input(2) ? args.inputs[2].data<float>() : nullptr),
        activation_(args.params.As<abi::TfLiteFullyConnectedParams>().activation),
        to_(args.outputs[0].data<float>()) {}

  void Take(int64_t row, int64_t first, int64_t count, const int32_t* sums) const override {
    float* const to = to_ + row * static_cast<int64_t>(scales_.size());
    const float row_scale = row_scales_[static_cast<size_t>(row)];
    for (int64_t i = 0; i < count; ++i) {
      const float multiplier = row_scale * scales_[static_cast<size_t>(first + i)];
      to[first + i] = (bias_ == nullptr ? 0.0F : bias_[first + i]) + static_cast<float>(sums[i]) * multiplier;
    }
    if (activation_ == abi::kTfLiteActNone) return;
    for (int64_t i = first; i < first + count; ++i) to[i] = ref::Activate(activation_, to[i]);
  }

 private:
  std::span<const float> row_scales_;
  std::span<const float> scales_;
  const float* bias_;
  int activation_;
  float* to_;
};

class DynamicInt8FullyConnected : public PreparedKernel {
 public:
  DynamicInt8FullyConnected(IntegerLayer layer, std::vector<float> scales)
      : layer_(std::move(layer)), scales_(std::move(scales)) {}

  Status Run(const ref::KernelArgs& args) const override {
    const int64_t depth = layer_.dims().inputs;
    const int64_t count = args.outputs[0].dims().NumElements() / layer_.dims().outputs;
    const bool is_asymmetric = args.params.As<abi::TfLiteFullyConnectedParams>().asymmetric_quantize_inputs;
    ref::Scratch<int16_t> integers(static_cast<size_t>(count * depth));
    ref::Scratch<float> row_scales(static_cast<size_t>(count));
    ParallelRanges(count, depth * kOperations, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) {
        const std::span<const float> values(args.inputs[0].data<float>() + row * depth,
                                            static_cast<size_t>(depth));
        row_scales.data()[row] = ref::QuantizeRow(values, is_asymmetric, integers.data() + row * depth).scale;
      }
    });
    layer_.Compute(DenseIntegerRows<int16_t>(integers.data(), count, depth, layer_.inputs()),
                   ScaledSink(args, row_scales.elements(), scales_));
    return {};
  }

 private:
  IntegerLayer layer_;
  std::vector<float> scales_;  // one for each output
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareDynamicInt8FullyConnected(const ref::PreparedNode& node, Isa isa) {
  const ir::Tensor& weights = *node.inputs[1];
  // A layer without inputs gives zeros without its bias, as in TFLite.
  if (!HasConstants(node) || weights.dims.NumElements() == 0) return nullptr;
  const LayerDims dims = {.groups = 1, .outputs = weights.dims[0], .inputs = weights.dims[1]};
  const IntegerConstants<int8_t> constants(node);
  return std::make_unique<DynamicInt8FullyConnected>(
      IntegerLayer::Pack<int16_t, int8_t>(dims, {.values = constants.weights}, 0, {}, isa),
      ref::ScalesOfSlices(weights, dims.outputs));
}

}  // namespace litevk::cpu
