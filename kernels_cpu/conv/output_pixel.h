// Output pixels of a convolution in the sequence of a layer's rows.
#pragma once

#include <array>
#include <cstdint>

#include "kernels_ref/conv/conv_window.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {

struct OutputPixel {
  int batch;
  int line;
  int column;

  // Returns the pixel of a row of a layer whose output has these dims.
  static OutputPixel OfRow(int64_t row, const ir::Shape& output) {
    const int64_t line = row / output[2];
    return {.batch = static_cast<int>(line / output[1]),
            .line = static_cast<int>(line % output[1]),
            .column = static_cast<int>(row % output[2])};
  }

  // Goes on to the pixel of the next row.
  void Next(const ir::Shape& output) {
    if (++column < output[2]) return;
    column = 0;
    if (++line < output[1]) return;
    line = 0;
    ++batch;
  }
};

// True if each output pixel of a CONV_2D reads the image's pixel of its index and no other one.
inline bool IsPointwise(const ref::KernelArgs& args) {
  constexpr std::array<int, 2> kOne = {1, 1};
  const ref::Window2d window = ref::ConvWindow<abi::TfLiteConvParams>(args);
  return window.filter_hw == kOne && window.stride_hw == kOne &&
         args.inputs[0].dims()[3] == args.inputs[1].dims()[3];
}

// Returns the taps inside a line of `size` pixels. Most windows lie inside as a whole, which costs no
// division.
inline ref::TapRange TapsInLine(const ref::WindowAxis& axis, int size, int column) {
  const bool is_inside = axis.Input(column, 0) >= 0 && axis.Input(column, axis.filter - 1) < size;
  return is_inside ? ref::TapRange{0, axis.filter} : ref::TapsInside(axis, size, column);
}

}  // namespace litevk::cpu
