#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels_cpu/simd/float_channels.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "kernels_ref/conv/conv_window.h"
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
    return args.inputs[0].dims()[3] == static_cast<int64_t>(bias_.size());
  }

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape& output = args.outputs[0].dims();
    const std::vector<float> zeros(bias_.size());  // a pixel outside the image
    const int64_t operations = output[2] * args.inputs[1].dims().NumElements();
    ParallelRanges(int64_t{output[0]} * output[1], operations, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) ComputeRow(args, row, zeros.data());
    });
    return {};
  }

 private:
  // Computes an output row of one image.
  void ComputeRow(const ref::KernelArgs& args, int64_t row, const float* zeros) const {
    const ir::Shape& output = args.outputs[0].dims();
    const auto window = ref::ConvWindow<abi::TfLiteDepthwiseConvParams>(args);
    const auto range = ref::RangeOf(args.params.As<abi::TfLiteDepthwiseConvParams>().activation);
    const int64_t taps = int64_t{window.filter_hw[0]} * window.filter_hw[1];
    std::vector<const float*> inputs(static_cast<size_t>(taps * kChannelPixels));
    FloatChannels job = {.inputs = inputs.data(),
                         .taps = taps,
                         .channels = output[3],
                         .weights = weights_.data(),
                         .bias = bias_.data(),
                         .output = args.outputs[0].data<float>() + row * output[2] * output[3],
                         .min = range.min,
                         .max = range.max};
    for (int column = 0; column < output[2]; column += kChannelPixels) {
      const int pixels = std::min(kChannelPixels, output[2] - column);
      for (int pixel = 0; pixel < pixels; ++pixel) {
        Locate(args.inputs[0], window, row, column + pixel, output[1], zeros, inputs.data() + pixel);
      }
      compute_(job, pixels);
      job.output += int64_t{kChannelPixels} * output[3];
    }
  }

  // Sets the pixel under each tap, kChannelPixels elements apart.
  static void Locate(const ref::ConstView& image, const ref::Window2d& window, int64_t row, int column,
                     int output_rows, const float* zeros, const float** inputs) {
    const ir::Shape& dims = image.dims();
    const auto batch = static_cast<int>(row / output_rows);
    for (int tap_row = 0; tap_row < window.filter_hw[0]; ++tap_row) {
      const int64_t y = window.Axis(0).Input(static_cast<int>(row % output_rows), tap_row);
      for (int tap = 0; tap < window.filter_hw[1]; ++tap, inputs += kChannelPixels) {
        const int64_t x = window.Axis(1).Input(column, tap);
        const bool is_inside = y >= 0 && y < dims[1] && x >= 0 && x < dims[2];
        *inputs = is_inside ? image.data<float>() +
                                  ref::PixelOffset(dims, batch, static_cast<int>(y), static_cast<int>(x))
                            : zeros;
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
  // The image's channels have one output each.
  if (node.inputs[0]->dims[3] != filter[3]) return nullptr;
  if (!constants->bias.empty() && constants->bias.size() != static_cast<size_t>(filter[3])) return nullptr;
  // A tap outside the image is a zero here, and nothing in the reference kernel.
  const bool all_finite =
      std::ranges::all_of(constants->weights, [](float weight) { return std::isfinite(weight); });
  if (!all_finite) return nullptr;
  return std::make_unique<FloatDepthwiseConv2d>(*constants, filter[3], isa);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(depthwise_conv_2d, {{"float32", &PrepareFloat}})
