// The image's pixels under the windows of a depthwise convolution.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels_ref/conv/conv_window.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

// Finds the pixels under each tap of up to `pixels` output pixels of a row, side by side.
template <typename T>
class DepthwiseTaps {
 public:
  // `outside` are the channels of a pixel beside the image.
  DepthwiseTaps(const ref::KernelArgs& args, const T* outside, int pixels)
      : window_(ref::ConvWindow<abi::TfLiteDepthwiseConvParams>(args)),
        image_(args.inputs[0]),
        output_rows_(args.outputs[0].dims()[1]),
        outside_(outside),
        pixels_(pixels) {}

  int64_t taps() const { return int64_t{window_.filter_hw[0]} * window_.filter_hw[1]; }

  // Sets inputs[tap][pixel] for `count` pixels from `column` on. `row` counts the rows of all images.
  void Locate(int64_t row, int column, int count, const T** inputs) const {
    for (int pixel = 0; pixel < count; ++pixel) LocatePixel(row, column + pixel, inputs + pixel);
  }

 private:
  void LocatePixel(int64_t row, int column, const T** inputs) const {
    const ir::Shape& dims = image_.dims();
    const auto batch = static_cast<int>(row / output_rows_);
    for (int tap_row = 0; tap_row < window_.filter_hw[0]; ++tap_row) {
      const int64_t y = window_.Axis(0).Input(static_cast<int>(row % output_rows_), tap_row);
      for (int tap = 0; tap < window_.filter_hw[1]; ++tap, inputs += pixels_) {
        const int64_t x = window_.Axis(1).Input(column, tap);
        const bool is_inside = y >= 0 && y < dims[1] && x >= 0 && x < dims[2];
        *inputs = is_inside ? image_.data<T>() +
                                  ref::PixelOffset(dims, batch, static_cast<int>(y), static_cast<int>(x))
                            : outside_;
      }
    }
  }

  ref::Window2d window_;
  const ref::ConstView& image_;
  int output_rows_;
  const T* outside_;
  int pixels_;
};

}  // namespace litevk::cpu
