// The image's pixels under the windows of a depthwise convolution.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels_ref/conv/conv_window.h"
#include "kernels_ref/support/scratch.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

// True if each channel of an image has as many of the outputs.
inline bool HaveOutputs(int64_t channels, int64_t outputs) { return channels > 0 && outputs % channels == 0; }

// Finds the pixels under each tap of up to `pixels` output pixels of a row, side by side. Where an input
// channel has several outputs, they are pixels of a copy of the image, which repeats the channel for each of
// them.
template <typename T>
class DepthwiseTaps {
 public:
  // `outside` are the channels of a pixel beside the image.
  DepthwiseTaps(const ref::KernelArgs& args, const T* outside, int pixels)
      : window_(ref::ConvWindow<abi::TfLiteDepthwiseConvParams>(args)),
        image_(args.inputs[0].dims()),
        output_rows_(args.outputs[0].dims()[1]),
        channels_(args.outputs[0].dims()[3]),
        outside_(outside),
        pixels_(pixels),
        repeated_(static_cast<size_t>(channels_ == image_[3] ? 0 : image_.Rows() * channels_)),
        values_(args.inputs[0].data<T>()) {
    if (channels_ != image_[3]) RepeatChannels();
  }

  // Returns how many pixels of a row to compute at a time, so that the last group is not left with a few.
  int GroupOf(int columns) const {
    const int groups = (columns + pixels_ - 1) / pixels_;
    return (columns + groups - 1) / groups;
  }

  int64_t taps() const { return int64_t{window_.filter_hw[0]} * window_.filter_hw[1]; }

  // Sets inputs[tap][pixel] for `count` pixels from `column` on. `row` counts the rows of all images.
  void Locate(int64_t row, int column, int count, const T** inputs) const {
    const ref::WindowAxis axis = window_.Axis(1);
    for (int tap_row = 0; tap_row < window_.filter_hw[0]; ++tap_row) {
      const int64_t y = window_.Axis(0).Input(static_cast<int>(row % output_rows_), tap_row);
      const bool is_in_image = y >= 0 && y < image_[1];
      const int64_t line = row / output_rows_ * image_[1] + (is_in_image ? y : 0);
      const T* const image_row = values_ + line * image_[2] * channels_;
      for (int tap = 0; tap < axis.filter; ++tap, inputs += pixels_) {
        LocateTap(is_in_image ? image_row : nullptr, axis.Input(column, tap), axis.stride, count, inputs);
      }
    }
  }

 private:
  // Operations for each value that is copied.
  static constexpr int64_t kOperations = 2;

  void RepeatChannels() {
    const int64_t multiplier = channels_ / image_[3];
    T* const to = repeated_.data();
    ParallelRanges(image_.NumElements(), kOperations * multiplier, [&](int64_t first, int64_t end) {
      for (int64_t i = first; i < end; ++i) std::fill_n(to + i * multiplier, multiplier, values_[i]);
    });
    values_ = to;
  }

  // Sets the pixels under a tap, which begin at column `x` of a row of the image, or outside if that is null.
  void LocateTap(const T* image_row, int64_t x, int stride, int count, const T** inputs) const {
    const int64_t columns = image_[2];
    if (image_row == nullptr) {
      std::fill_n(inputs, count, outside_);
    } else if (x >= 0 && x + int64_t{stride} * (count - 1) < columns) {
      const T* pixel = image_row + x * channels_;
      for (int i = 0; i < count; ++i, pixel += stride * channels_) inputs[i] = pixel;
    } else {
      for (int i = 0; i < count; ++i, x += stride) {
        inputs[i] = x >= 0 && x < columns ? image_row + x * channels_ : outside_;
      }
    }
  }

  ref::Window2d window_;
  const ir::Shape& image_;
  int output_rows_;
  int64_t channels_;  // the output's
  const T* outside_;
  int pixels_;
  ref::Scratch<T> repeated_;
  const T* values_;  // the image, or repeated_
};

}  // namespace litevk::cpu
