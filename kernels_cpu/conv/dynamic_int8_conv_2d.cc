#include "kernels_cpu/conv/dynamic_int8_conv_2d.h"

#include <algorithm>
#include <utility>

#include "kernels_cpu/conv/integer_patches.h"
#include "kernels_cpu/matmul/integer_layer.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_ref/common/dynamic_int8_rows.h"
#include "kernels_ref/support/activation.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Writes clamp(sum * scales + bias), which multiplies in TFLite's sequence.
class ScaledSink : public SumsSink<int32_t> {
 public:
  ScaledSink(const ref::KernelArgs& args, const ref::DynamicInt8Rows& images, std::span<const float> scales,
             bool is_asymmetric)
      : image_scales_(images.scales),
        image_rows_(int64_t{args.outputs[0].dims()[1]} * args.outputs[0].dims()[2]),
        scales_(scales),
        is_asymmetric_(is_asymmetric),
        bias_(args.has_input(2) ? args.inputs[2].data<float>() : nullptr),
        range_(ref::RangeOf(args.params.As<abi::TfLiteConvParams>().activation)),
        to_(args.outputs[0].data<float>()) {}

  void Take(int64_t row, int64_t first, int64_t count, const int32_t* sums) const override {
    const float image_scale = image_scales_[static_cast<size_t>(row / image_rows_)];
    const float* const scales = scales_.data() + first;
    float* const to = to_ + row * static_cast<int64_t>(scales_.size()) + first;
    for (int64_t i = 0; i < count; ++i) {
      const auto sum = static_cast<float>(sums[i]);
      const float value = is_asymmetric_ ? sum * scales[i] * image_scale : sum * (image_scale * scales[i]);
      to[i] = range_.Clamp(value + (bias_ == nullptr ? 0.0F : bias_[first + i]));
    }
  }

 private:
  const std::vector<float>& image_scales_;
  int64_t image_rows_;
  std::span<const float> scales_;
  bool is_asymmetric_;
  const float* bias_;
  ref::ActivationRange<> range_;
  float* to_;
};

class DynamicInt8Conv2d : public PreparedKernel {
 public:
  DynamicInt8Conv2d(IntegerLayer layer, std::vector<float> scales, bool is_asymmetric)
      : layer_(std::move(layer)), scales_(std::move(scales)), is_asymmetric_(is_asymmetric) {}

  bool Fits(const ref::KernelArgs& args) const override {
    return args.inputs[0].dims()[3] == layer_.dims().groups * args.inputs[1].dims()[3];
  }

  Status Run(const ref::KernelArgs& args) const override {
    const int64_t count = args.inputs[0].dims()[0];
    const ref::DynamicInt8Rows images = ref::QuantizeRows(
        args.inputs[0].data<float>(), count, args.inputs[0].dims().NumElements() / count, is_asymmetric_);
    ComputeConv(layer_, args, images.integers.data(), ScaledSink(args, images, scales_, is_asymmetric_));
    return {};
  }

 private:
  IntegerLayer layer_;
  std::vector<float> scales_;  // one for each output
  bool is_asymmetric_;
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareDynamicInt8Conv2d(const ref::PreparedNode& node, Isa isa) {
  const std::optional<LayerDims> dims = DimsOfConv(node);
  if (!dims.has_value() || !HasConstants(node)) return nullptr;
  const ir::Tensor& filter = *node.inputs[1];
  std::vector<float> scales = ref::ScalesOfSlices(filter, filter.dims[0]);
  const bool has_equal_scales = std::ranges::all_of(scales, [&](float scale) { return scale == scales[0]; });
  const IntegerConstants<int8_t> constants(node);
  return std::make_unique<DynamicInt8Conv2d>(
      IntegerLayer::Pack<int16_t, int8_t>(*dims, {.values = constants.weights}, 0, {}, isa),
      std::move(scales), dims->groups > 1 || !has_equal_scales);
}

}  // namespace litevk::cpu
