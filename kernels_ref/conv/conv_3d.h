// The window of CONV_3D and CONV_3D_TRANSPOSE, and its taps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels_ref/support/window.h"
#include "runtime/opset/kernel.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {

using Window3d = std::array<WindowAxis, 3>;  // along depth, height and width

// Returns the window. `larger` are the NDHWC dims of a convolution's input or of a transposed convolution's
// output. The filter, input 1, begins with depth, height and width.
inline Window3d Conv3dWindow(const KernelArgs& args, const ir::Shape& larger) {
  const auto& params = args.params.As<abi::TfLiteConv3DParams>();
  const ir::Shape& filter = args.inputs[1].dims();
  Window3d window = {{{filter[0], params.stride_depth, params.dilation_depth_factor},
                      {filter[1], params.stride_height, params.dilation_height_factor},
                      {filter[2], params.stride_width, params.dilation_width_factor}}};
  for (size_t axis = 0; axis < window.size(); ++axis) {
    WindowAxis& along = window[axis];
    along.pad = ir::ComputeWindow(params.padding, larger[static_cast<int>(axis) + 1], along.filter,
                                  along.stride, along.dilation)
                    .pad_before;
  }
  return window;
}

// Calls fn(tap, pixel) for every tap of the window at `position` (plane, row, column) that lies inside an
// image of the larger side. The arguments are the indices of the tap in the filter and of the pixel in the
// image, channels not counted.
template <typename Fn>
void ForEachTap(const Window3d& window, const ir::Shape& larger, const std::array<int, 3>& position, Fn fn) {
  const auto inside = [&](size_t axis) {
    return TapsInside(window[axis], larger[static_cast<int>(axis) + 1], position[axis]);
  };
  const TapRange planes = inside(0);
  const TapRange rows = inside(1);
  const TapRange columns = inside(2);
  for (int plane = planes.first; plane < planes.end; ++plane) {
    for (int row = rows.first; row < rows.end; ++row) {
      const int64_t tap_row = int64_t{plane} * window[1].filter + row;
      const int64_t pixel_row =
          window[0].Input(position[0], plane) * larger[2] + window[1].Input(position[1], row);
      for (int column = columns.first; column < columns.end; ++column) {
        fn(tap_row * window[2].filter + column, pixel_row * larger[3] + window[2].Input(position[2], column));
      }
    }
  }
}

// Calls fn(batch, place, pixel) for every pixel of NDHWC dims, in order; `pixel` is its index over all
// images.
template <typename Fn>
void ForEachPixel3d(const ir::Shape& dims, Fn fn) {
  int64_t pixel = 0;
  for (int batch = 0; batch < dims[0]; ++batch) {
    for (int plane = 0; plane < dims[1]; ++plane) {
      for (int row = 0; row < dims[2]; ++row) {
        for (int column = 0; column < dims[3]; ++column) {
          fn(batch, std::array<int, 3>{plane, row, column}, pixel++);
        }
      }
    }
  }
}

// Returns the number of pixels of one image.
inline int64_t PixelsOf(const ir::Shape& dims) { return int64_t{dims[1]} * dims[2] * dims[3]; }

}  // namespace litevk::ref
