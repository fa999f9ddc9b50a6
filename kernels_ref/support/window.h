// A two-dimensional window over an NHWC image.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk::ref {

// A window along one axis.
struct WindowAxis {
  int filter;
  int stride;
  int dilation = 1;
  int pad = 0;  // zeros before the first element

  // Returns the index of the element that tap `tap` of output `output` reads. It may lie outside the input
  // and beyond the range of int.
  int64_t Input(int output, int tap) const {
    return int64_t{output} * stride - pad + int64_t{tap} * dilation;
  }
};

struct Window2d {
  std::array<int, 2> filter_hw;
  std::array<int, 2> stride_hw;
  std::array<int, 2> dilation_hw = {1, 1};
  std::array<int, 2> pad_hw = {0, 0};  // zeros before the first row and column

  // Returns the axis of the rows (0) or columns (1).
  WindowAxis Axis(size_t axis) const {
    return {filter_hw[axis], stride_hw[axis], dilation_hw[axis], pad_hw[axis]};
  }
};

// Sets pad_hw for an image of those dims. `image` is the larger side: a convolution's input or a transposed
// convolution's output.
inline Window2d PadWindow(Window2d window, int padding, const ir::Shape& image) {
  for (size_t axis = 0; axis < 2; ++axis) {
    window.pad_hw[axis] =
        ir::ComputeWindow(padding, image[static_cast<int>(axis) + 1], window.filter_hw[axis],
                          window.stride_hw[axis], window.dilation_hw[axis])
            .pad_before;
  }
  return window;
}

// Returns the number of elements before the pixel (batch, row, column) of an NHWC or OHWI tensor.
inline int64_t PixelOffset(const ir::Shape& dims, int batch, int row, int column) {
  return ((int64_t{batch} * dims[1] + row) * dims[2] + column) * dims[3];
}

// Calls fn(batch, row, column) for every pixel, in order.
template <typename Fn>
void ForEachPixel(const ir::Shape& dims, Fn fn) {
  for (int batch = 0; batch < dims[0]; ++batch) {
    for (int row = 0; row < dims[1]; ++row) {
      for (int column = 0; column < dims[2]; ++column) fn(batch, row, column);
    }
  }
}

// Range of the taps along one axis that read inside the image: first <= tap < end. A filter may be far larger
// than the image.
struct TapRange {
  int first = 0;
  int end = 0;
};

// Returns the taps that lie inside an axis of `size` elements.
inline TapRange TapsInside(const WindowAxis& axis, int size, int output) {
  const int64_t first_input = axis.Input(output, 0);
  // Counts the taps before the first one whose input is not less than `bound`.
  const auto taps_before = [&](int64_t bound) {
    const int64_t taps = (bound - first_input + axis.dilation - 1) / axis.dilation;
    return static_cast<int>(std::clamp<int64_t>(taps, 0, axis.filter));
  };
  return {.first = taps_before(0), .end = taps_before(size)};
}

inline TapRange TapsInside(const Window2d& window, const ir::Shape& image, size_t axis, int output) {
  return TapsInside(window.Axis(axis), image[static_cast<int>(axis) + 1], output);
}

// Calls fn(tap row, tap column, input row, input column) for every tap of the window at (row, column) that
// lies inside the image.
template <typename Fn>
void ForEachTap(const Window2d& window, const ir::Shape& image, int row, int column, Fn fn) {
  const TapRange rows = TapsInside(window, image, 0, row);
  const TapRange columns = TapsInside(window, image, 1, column);
  for (int tap_row = rows.first; tap_row < rows.end; ++tap_row) {
    for (int tap_column = columns.first; tap_column < columns.end; ++tap_column) {
      fn(tap_row, tap_column, static_cast<int>(window.Axis(0).Input(row, tap_row)),
         static_cast<int>(window.Axis(1).Input(column, tap_column)));
    }
  }
}

// Adds the bias, if there is one, and clamps: `values` holds rows of `channels`.
template <typename Range>
void AddBiasAndClamp(const Range& range, const float* bias, int channels, int64_t rows, float* values) {
  for (int64_t row = 0; row < rows; ++row, values += channels) {
    for (int channel = 0; channel < channels; ++channel) {
      values[channel] = range.Clamp(values[channel] + (bias == nullptr ? 0.0F : bias[channel]));
    }
  }
}

}  // namespace litevk::ref
