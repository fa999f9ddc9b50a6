// The sums of a transposed convolution's outputs, gathered from the products of pixels and taps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels_ref/support/window.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {

// Returns weights of [tap row][tap column][output][input], given those of [output][tap row][tap
// column][input].
template <typename T>
std::vector<T> TapsFirst(const ir::Shape& filter, std::span<const T> weights) {
  const int64_t taps = int64_t{filter[1]} * filter[2];
  const int64_t depth = filter[3];
  std::vector<T> moved(weights.size());
  for (int64_t output = 0; output < filter[0]; ++output) {
    for (int64_t tap = 0; tap < taps; ++tap) {
      std::copy_n(weights.data() + (output * taps + tap) * depth, depth,
                  moved.data() + (tap * filter[0] + output) * depth);
    }
  }
  return moved;
}

// Products of the image's pixels with the filter, [pixel][tap row][tap column][channel].
template <typename Sum>
struct TapSums {
  const Sum* products;
  const ir::Shape& image;
  const ir::Shape& output;
  ref::Window2d window;  // over the output
};

// Adds the products of an image's row and a row of taps to an output row.
template <typename Sum>
void AddTapRow(const TapSums<Sum>& taps, int64_t image_row, int tap_row, Sum* sums) {
  const int64_t channels = taps.output[3];
  const int64_t of_pixel = taps.window.filter_hw[0] * taps.window.filter_hw[1] * channels;
  const Sum* pixel =
      taps.products + image_row * taps.image[2] * of_pixel + tap_row * taps.window.filter_hw[1] * channels;
  for (int column = 0; column < taps.image[2]; ++column, pixel += of_pixel) {
    const ref::TapRange inside = ref::TapsInside(taps.window.Axis(1), taps.output[2], column);
    Sum* const to = sums + taps.window.Axis(1).Input(column, 0) * channels;
    for (int64_t i = inside.first * channels; i < inside.end * channels; ++i) to[i] += pixel[i];
  }
}

// Calls write(row, sums) for each row of all outputs, in the pool's threads. The sums of a row,
// [column][channel], are added up in the sequence of the image's rows and columns.
template <typename Sum, typename Write>
void ForEachSumsRow(const TapSums<Sum>& taps, const Write& write) {
  const ref::WindowAxis axis = taps.window.Axis(0);
  const int64_t size = int64_t{taps.output[2]} * taps.output[3];
  const int64_t operations = size * taps.window.filter_hw[0] * taps.window.filter_hw[1];
  ParallelRanges(int64_t{taps.output[0]} * taps.output[1], operations, [&](int64_t first, int64_t end) {
    std::vector<Sum> sums(static_cast<size_t>(size));
    for (int64_t row = first; row < end; ++row) {
      std::ranges::fill(sums, Sum{0});
      const int64_t batch = row / taps.output[1];
      const int64_t y = row % taps.output[1];
      const auto first_line = std::max<int64_t>((y + axis.pad - axis.filter + axis.stride) / axis.stride, 0);
      for (int64_t line = first_line; line < taps.image[1]; ++line) {
        const int64_t tap = y + axis.pad - line * axis.stride;
        if (tap < 0) break;
        if (tap >= axis.filter) continue;
        AddTapRow(taps, batch * taps.image[1] + line, static_cast<int>(tap), sums.data());
      }
      write(row, sums.data());
    }
  });
}

}  // namespace litevk::cpu
