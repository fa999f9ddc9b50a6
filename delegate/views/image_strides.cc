#include "delegate/views/image_strides.h"

#include <array>
#include <limits>

namespace litevk {

ImageStrides DenseStrides(int height, int width, int channels) {
  const auto pixel = static_cast<uint32_t>(channels);
  const uint32_t row = pixel * static_cast<uint32_t>(width);
  return {.image = row * static_cast<uint32_t>(height), .row = row, .pixel = pixel};
}

std::optional<ImageStrides> StridesOf(const ir::Shape& dims, const StridedView& rows) {
  ImageStrides strides = DenseStrides(dims[1], dims[2], dims[3]);
  if (!rows.exists()) return strides;
  const int64_t end = rows.offset + dims.NumElements() / rows.row * rows.pitch + rows.row;
  if (rows.row % dims[3] != 0 || rows.has_zeros() || end > std::numeric_limits<int32_t>::max()) {
    return std::nullopt;
  }
  strides.first = static_cast<uint32_t>(rows.offset);
  const std::array<uint32_t*, 3> of_axis = {&strides.image, &strides.row, &strides.pixel};
  for (size_t axis = 0; axis < of_axis.size(); ++axis) {
    uint32_t& stride = *of_axis.at(axis);
    const bool steps_over_rows = stride % rows.row == 0;
    const bool stays_in_row = rows.row % (int64_t{stride} * dims[static_cast<int>(axis)]) == 0;
    if (!steps_over_rows && !stays_in_row) return std::nullopt;
    if (steps_over_rows) stride = static_cast<uint32_t>(stride / rows.row * rows.pitch);
  }
  return strides;
}

ir::Shape ImageOf(int pixels, int channels, const StridedView& rows) {
  const int of_row = static_cast<int>(rows.exists() ? rows.row / channels : 1);
  return of_row == 1 ? ir::Shape{1, 1, pixels, channels} : ir::Shape{1, pixels / of_row, of_row, channels};
}

bool ArePixels(int64_t pixels, int channels, const StridedView& rows) {
  return rows.row % channels == 0 &&
         StridesOf(ImageOf(static_cast<int>(pixels), channels, rows), rows).has_value();
}

}  // namespace litevk
