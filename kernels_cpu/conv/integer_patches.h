// Patches of an image of quantized values under the windows of a convolution, as an integer layer's rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "kernels_cpu/matmul/integer_inputs.h"
#include "kernels_cpu/matmul/layer_parts.h"
#include "kernels_ref/conv/conv_window.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

// Returns the dims of a CONV_2D's layer, or nothing if they are not known or empty.
inline std::optional<LayerDims> DimsOfConv(const ref::PreparedNode& node) {
  const ir::Shape& image = node.inputs[0]->dims;
  const ir::Shape& filter = node.inputs[1]->dims;
  if (image.has_unknown() || filter.NumElements() == 0 || image[3] < filter[3]) return std::nullopt;
  const int64_t groups = image[3] / filter[3];
  return LayerDims{groups, filter[0] / groups, filter.NumElements() / filter[0]};
}

// Rows are output pixels. A row's inputs come in the filter's layout: tap row, tap column, channel. A tap
// beside the image counts as the zero point.
template <typename T>
class IntegerPatches : public IntegerRowSource {
 public:
  // `image` has the dims of input 0, whose values may be another array.
  IntegerPatches(const ref::KernelArgs& args, const T* image)
      : IntegerRowSource(args.outputs[0].dims().Rows()),
        window_(ref::ConvWindow<abi::TfLiteConvParams>(args)),
        image_(args.inputs[0].dims()),
        output_(args.outputs[0].dims()),
        channels_(args.inputs[1].dims()[3]),
        integers_(image),
        is_pointwise_(window_.filter_hw == kOne && window_.stride_hw == kOne) {}

  void Write(int64_t row, int64_t group, const IntegerInputs& inputs, std::byte* to) const override {
    const T* const first = integers_ + group * channels_;
    if (is_pointwise_) {
      inputs.Copy(first + row * image_[3], channels_, 0, to);
      return;
    }
    const auto column = static_cast<int>(row % output_[2]);
    const auto line = static_cast<int>(row / output_[2] % output_[1]);
    const auto batch = static_cast<int>(row / output_[2] / output_[1]);
    for (int tap_row = 0; tap_row < window_.filter_hw[0]; ++tap_row) {
      const int64_t y = window_.Axis(0).Input(line, tap_row);
      const int64_t at = int64_t{tap_row} * window_.filter_hw[1] * channels_;
      if (y < 0 || y >= image_[1]) {
        inputs.Fill(window_.filter_hw[1] * channels_, at, to);
      } else {
        WriteTaps(first + ref::PixelOffset(image_, batch, static_cast<int>(y), 0), column, at, inputs, to);
      }
    }
  }

 private:
  static constexpr std::array<int, 2> kOne = {1, 1};

  // Writes a row of taps, given the image's row. Adjacent taps of one group read consecutive values.
  void WriteTaps(const T* image_row, int column, int64_t at, const IntegerInputs& inputs,
                 std::byte* to) const {
    const ref::TapRange inside = ref::TapsInside(window_.Axis(1), image_[2], column);
    inputs.Fill(inside.first * channels_, at, to);
    inputs.Fill((window_.filter_hw[1] - inside.end) * channels_, at + inside.end * channels_, to);
    const int taps =
        window_.dilation_hw[1] == 1 && channels_ == image_[3] ? std::max(inside.end - inside.first, 1) : 1;
    for (int tap = inside.first; tap < inside.end; tap += taps) {
      inputs.Copy(image_row + window_.Axis(1).Input(column, tap) * image_[3], taps * channels_,
                  at + tap * channels_, to);
    }
  }

  ref::Window2d window_;
  const ir::Shape& image_;
  const ir::Shape& output_;
  int64_t channels_;  // each group has as many
  const T* integers_;
  bool is_pointwise_;  // each output pixel reads only the image pixel of its index
};

}  // namespace litevk::cpu
