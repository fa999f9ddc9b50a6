// Input index of each output row or column of RESIZE_NEAREST_NEIGHBOR.
#pragma once

#include <algorithm>
#include <cmath>

#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Returns the input row (or column) that one output row repeats.
inline int NearestIndex(int output_index, int output_size, int input_size,
                        const abi::TfLiteResizeNearestNeighborParams& params) {
  float scale = static_cast<float>(input_size) / static_cast<float>(output_size);
  if (params.align_corners && output_size > 1) {
    scale = static_cast<float>(input_size - 1) / static_cast<float>(output_size - 1);
  }
  const float offset = params.half_pixel_centers ? 0.5F : 0.0F;
  const float position = (static_cast<float>(output_index) + offset) * scale;
  const float nearest = params.align_corners ? std::round(position) : std::floor(position);
  return std::min(static_cast<int>(nearest), input_size - 1);
}

}  // namespace litevk
