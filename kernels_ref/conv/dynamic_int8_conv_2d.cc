#include "kernels_ref/conv/dynamic_int8_conv_2d.h"

#include <algorithm>
#include <vector>

#include "kernels_ref/common/dynamic_int8_rows.h"
#include "kernels_ref/conv/conv_window.h"
#include "kernels_ref/support/activation.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

DynamicInt8Rows QuantizeImages(const ConstView& images, bool is_asymmetric) {
  const int64_t count = images.dims()[0];
  return QuantizeRows(images.data<float>(), count, images.dims().NumElements() / count, is_asymmetric);
}

bool HasEqualScales(const ir::Tensor& filter) {
  const std::vector<float>& scales = filter.quantization.scales;
  return std::ranges::all_of(scales, [&](float scale) { return scale == scales[0]; });
}

// Computes CONV_2D one output row at a time: the patches of its pixels times the filters of one group.
class Convolution {
 public:
  Convolution(const KernelArgs& args, const DynamicInt8Rows& images)
      : args_(args),
        images_(images),
        window_(ConvWindow<abi::TfLiteConvParams>(args)),
        patch_size_(filter().NumElements() / filter()[0]),
        patches_(static_cast<size_t>(output()[2] * patch_size_)),
        sums_(static_cast<size_t>(output()[2]) * static_cast<size_t>(group_outputs())) {}

  int groups() const { return image()[3] / filter()[3]; }
  int group_outputs() const { return filter()[0] / groups(); }

  // Returns {columns, group_outputs()}: the sums of products of output row `row` with a group's filters.
  const int32_t* Sums(int batch, int row, int group) {
    GatherPatches(batch, row, group * filter()[3]);
    const int64_t first_filter = int64_t{group} * group_outputs();
    const int8_t* filters = args_.inputs[1].data<int8_t>() + first_filter * patch_size_;
    MultiplyRows(patches_.data(), output()[2], {filters, group_outputs(), patch_size_}, sums_.data());
    return sums_.data();
  }

 private:
  const ir::Shape& image() const { return args_.inputs[0].dims(); }
  const ir::Shape& filter() const { return args_.inputs[1].dims(); }
  const ir::Shape& output() const { return args_.outputs[0].dims(); }

  // Taps outside the image keep zeros.
  void GatherPatches(int batch, int row, int first_channel) {
    std::ranges::fill(patches_, int16_t{0});
    for (int column = 0; column < output()[2]; ++column) {
      int16_t* patch = patches_.data() + column * patch_size_;
      ForEachTap(window_, image(), row, column, [&](int tap_row, int tap_column, int y, int x) {
        const int16_t* from = images_.integers.data() + PixelOffset(image(), batch, y, x) + first_channel;
        std::copy(from, from + filter()[3], patch + PixelOffset(filter(), 0, tap_row, tap_column));
      });
    }
  }

  const KernelArgs& args_;
  const DynamicInt8Rows& images_;
  Window2d window_;
  int64_t patch_size_;
  std::vector<int16_t> patches_;
  std::vector<int32_t> sums_;
};

// Multiplies in TFLite's order.
float ScaledSum(int32_t sum, float filter_scale, float image_scale, bool is_asymmetric) {
  const auto value = static_cast<float>(sum);
  return is_asymmetric ? value * filter_scale * image_scale : value * (image_scale * filter_scale);
}

void AddBiasAndClampOutput(const KernelArgs& args, int activation) {
  const ir::Shape& output = args.outputs[0].dims();
  AddBiasAndClamp(RangeOf(activation), args.has_input(2) ? args.inputs[2].data<float>() : nullptr, output[3],
                  output.Rows(), args.outputs[0].data<float>());
}

}  // namespace

Status DynamicInt8Conv2d(const KernelArgs& args) {
  const ir::Shape& output = args.outputs[0].dims();
  const ir::Tensor& filter = *args.inputs[1].tensor;
  const bool is_grouped = args.inputs[0].dims()[3] != filter.dims[3];
  const bool is_asymmetric = is_grouped || !HasEqualScales(filter);
  const DynamicInt8Rows images = QuantizeImages(args.inputs[0], is_asymmetric);
  Convolution convolution(args, images);
  for (int row = 0; row < output[0] * output[1]; ++row) {
    const int batch = row / output[1];
    for (int group = 0; group < convolution.groups(); ++group) {
      const int32_t* sums = convolution.Sums(batch, row % output[1], group);
      const int first = group * convolution.group_outputs();
      float* pixel = args.outputs[0].data<float>() + int64_t{row} * output[2] * output[3] + first;
      for (int column = 0; column < output[2]; ++column, pixel += output[3]) {
        for (int channel = 0; channel < convolution.group_outputs(); ++channel) {
          pixel[channel] = ScaledSum(*sums++, ScaleOfSlice(filter, first + channel),
                                     images.scales[static_cast<size_t>(batch)], is_asymmetric);
        }
      }
    }
  }
  AddBiasAndClampOutput(args, args.params.As<abi::TfLiteConvParams>().activation);
  return {};
}

Status DynamicInt8DepthwiseConv2d(const KernelArgs& args) {
  const ir::Shape& image = args.inputs[0].dims();
  const ir::Tensor& filter = *args.inputs[1].tensor;
  const ir::Shape& output = args.outputs[0].dims();
  const DynamicInt8Rows images = QuantizeImages(args.inputs[0], /*is_asymmetric=*/true);
  const Window2d window = ConvWindow<abi::TfLiteDepthwiseConvParams>(args);
  const int multiplier = output[3] / image[3];
  std::vector<int32_t> sums(static_cast<size_t>(output[3]));
  auto* result = args.outputs[0].data<float>();
  ForEachPixel(output, [&](int batch, int row, int column) {
    std::ranges::fill(sums, 0);
    ForEachTap(window, image, row, column, [&](int tap_row, int tap_column, int y, int x) {
      const int16_t* pixel = images.integers.data() + PixelOffset(image, batch, y, x);
      const int8_t* taps = args.inputs[1].data<int8_t>() + PixelOffset(filter.dims, 0, tap_row, tap_column);
      int32_t* sum = sums.data();
      for (int channel = 0; channel < image[3]; ++channel) {
        for (int copy = 0; copy < multiplier; ++copy) *sum++ += pixel[channel] * *taps++;
      }
    });
    const float scale = images.scales[static_cast<size_t>(batch)];
    for (int channel = 0; channel < output[3]; ++channel) {
      *result++ =
          static_cast<float>(sums[static_cast<size_t>(channel)]) * (ScaleOfSlice(filter, channel) * scale);
    }
  });
  AddBiasAndClampOutput(args, args.params.As<abi::TfLiteDepthwiseConvParams>().activation);
  return {};
}

}  // namespace litevk::ref
