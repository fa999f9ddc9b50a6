// Interpolation positions and weights of RESIZE_BILINEAR.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "runtime/tflite/builtin_params.h"

namespace litevk {

// The two input rows (or columns) around one output row, and the weight of the second.
template <typename Weight>
struct BilinearNeighbours {
  int lower;
  int upper;
  Weight weight;
};

inline BilinearNeighbours<float> LocateBilinear(int output_index, int output_size, int input_size,
                                                const abi::TfLiteResizeBilinearParams& params) {
  float scale = static_cast<float>(input_size) / static_cast<float>(output_size);
  if (params.align_corners && output_size > 1) {
    scale = static_cast<float>(input_size - 1) / static_cast<float>(output_size - 1);
  }
  const auto index = static_cast<float>(output_index);
  const float position = params.half_pixel_centers ? (index + 0.5F) * scale - 0.5F : index * scale;
  const int lower = std::clamp(static_cast<int>(std::floor(position)), 0, input_size - 1);
  const int upper = std::min(static_cast<int>(std::ceil(position)), input_size - 1);
  return {.lower = lower, .upper = upper, .weight = position - static_cast<float>(lower)};
}

// Fixed-point units per pixel in the integer kernels.
inline constexpr int64_t kBilinearParts = 1024;

inline BilinearNeighbours<int64_t> LocateBilinearFixed(int output_index, int64_t output_size,
                                                       int64_t input_size,
                                                       const abi::TfLiteResizeBilinearParams& params) {
  int64_t scale = (kBilinearParts * input_size + output_size / 2) / output_size;
  if (params.align_corners && output_size > 1) {
    scale = (kBilinearParts * (input_size - 1) + (output_size - 1) / 2) / (output_size - 1);
  }
  const int64_t position = params.half_pixel_centers ? output_index * scale + scale / 2 - kBilinearParts / 2
                                                     : output_index * scale;
  const int64_t lower = std::clamp<int64_t>(position / kBilinearParts, 0, input_size - 1);
  const int64_t upper = std::min((position + kBilinearParts - 1) / kBilinearParts, input_size - 1);
  return {.lower = static_cast<int>(lower),
          .upper = static_cast<int>(upper),
          .weight = position - kBilinearParts * lower};
}

}  // namespace litevk
