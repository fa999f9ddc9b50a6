#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels_cpu/conv/depthwise_taps.h"
#include "kernels_cpu/conv/quantized_depthwise_conv_2d.h"
#include "kernels_cpu/simd/float_channels.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "kernels_ref/support/activation.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

class FloatDepthwiseConv2d : public PreparedKernel {
 public:
  FloatDepthwiseConv2d(const FloatConstants& constants, int64_t channels, Isa isa)
      : compute_(FloatChannelsFor(isa)),
        weights_(constants.weights),
        bias_(constants.bias.begin(), constants.bias.end()) {
    bias_.resize(static_cast<size_t>(channels));
  }

  bool Fits(const ref::KernelArgs& args) const override {
    return HaveOutputs(args.inputs[0].dims()[3], static_cast<int64_t>(bias_.size()));
  }

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape& output = args.outputs[0].dims();
    const std::vector<float> zeros(bias_.size());
    const DepthwiseTaps<float> taps(args, zeros.data(), kChannelPixels);
    const int64_t operations = output[2] * args.inputs[1].dims().NumElements();
    ParallelRanges(int64_t{output[0]} * output[1], operations,
                   [&](int64_t first, int64_t end) { ComputeRows(args, taps, first, end); });
    return {};
  }

 private:
  // Computes output rows, counted through all images.
  void ComputeRows(const ref::KernelArgs& args, const DepthwiseTaps<float>& taps, int64_t first,
                   int64_t end) const {
    const ir::Shape& output = args.outputs[0].dims();
    const auto range = ref::RangeOf(args.params.As<abi::TfLiteDepthwiseConvParams>().activation);
    std::vector<const float*> inputs(static_cast<size_t>(taps.taps() * kChannelPixels));
    FloatChannels job = {.inputs = inputs.data(),
                         .taps = taps.taps(),
                         .channels = output[3],
                         .weights = weights_.data(),
                         .bias = bias_.data(),
                         .output = args.outputs[0].data<float>() + first * output[2] * output[3],
                         .min = range.min,
                         .max = range.max};
    const int group = taps.GroupOf(output[2]);
    for (int64_t row = first; row < end; ++row) {
      for (int column = 0; column < output[2]; column += group) {
        const int pixels = std::min(group, output[2] - column);
        taps.Locate(row, column, pixels, inputs.data());
        compute_(job, pixels);
        job.output += int64_t{pixels} * output[3];
      }
    }
  }

  FloatChannelsFunction compute_;
  std::span<const float> weights_;  // the model's
  std::vector<float> bias_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  const auto constants = FloatConstantsOf(node);
  const ir::Shape& filter = node.inputs[1]->dims;
  if (!constants.has_value() || constants->weights.empty() || node.inputs[0]->dims.has_unknown())
    return nullptr;
  if (!HaveOutputs(node.inputs[0]->dims[3], filter[3])) return nullptr;
  if (!constants->bias.empty() && constants->bias.size() != static_cast<size_t>(filter[3])) return nullptr;
  // A tap outside the image is a zero here, and nothing in the reference kernel.
  const bool all_finite =
      std::ranges::all_of(constants->weights, [](float weight) { return std::isfinite(weight); });
  if (!all_finite) return nullptr;
  return std::make_unique<FloatDepthwiseConv2d>(*constants, filter[3], isa);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(depthwise_conv_2d, {{"float32", &PrepareFloat},
                                           {"int8", &PrepareQuantizedDepthwiseConv2d<int8_t, int8_t>},
                                           {"int8xint4", &PrepareQuantizedDepthwiseConv2d<int8_t, int8_t>},
                                           {"uint8", &PrepareQuantizedDepthwiseConv2d<uint8_t, uint8_t>},
                                           {"int16xint8", &PrepareQuantizedDepthwiseConv2d<int16_t, int8_t>}})
