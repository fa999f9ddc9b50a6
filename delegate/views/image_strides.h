// Where the pixels of an NHWC tensor begin that kernels read by their place in the image.
#pragma once

#include <cstdint>
#include <optional>

#include "delegate/kernel/op_spec.h"
#include "delegate/kernel/row_view.h"
#include "delegate/views/binding_rows.h"
#include "runtime/ir/shape.h"

namespace litevk {

// In elements: the channels of the pixel in row y and column x of image n are neighbours, from
// first + n * image + y * row + x * pixel on.
struct ImageStrides {
  uint32_t image = 0;
  uint32_t row = 0;
  uint32_t pixel = 0;
  uint32_t first = 0;

  // Whether every pixel begins with a group of so many elements.
  bool AreWhole(uint32_t elements) const {
    return image % elements == 0 && row % elements == 0 && pixel % elements == 0 && first % elements == 0;
  }
  // Returns the strides counted in groups of so many elements. All of them are whole groups (AreWhole).
  ImageStrides In(uint32_t elements) const {
    return {image / elements, row / elements, pixel / elements, first / elements};
  }
};

// Returns the strides of dense images of height x width pixels.
ImageStrides DenseStrides(int height, int width, int channels);

// Returns the strides of a tensor with four dims that lies in another one as `rows`; in memory of its own
// where these do not exist. There are none where a row ends within what one number steps over, or where
// places have more than 31 bits.
std::optional<ImageStrides> StridesOf(const ir::Shape& dims, const RowView& rows);

// GpuKernel::reads_rows of kernels that read an image of four dims in float32. `kPacked`: the inputs
// that are packed, wherever they lie, where a run computes them (EmitPacked).
template <int kInput = 0, int... kPacked>
bool ReadsImageRows(const NodeView& view, const InputInRows& input) {
  if (input.number == kInput) return StridesOf(input.dims, input.rows).has_value();
  return FindsPlacesOf<kPacked...>(view, input);
}

// GpuKernel::writes_together of the same: the channels of a pixel, also where it has one alone.
inline int64_t ChannelsOfPixels(const NodeView& view) { return view.output().dims.channels(); }

// The dims of as many pixels in one image of which StridesOf has strides: one row, or as many as `rows` are.
// `rows` are whole pixels.
ir::Shape ImageOf(int pixels, int channels, const RowView& rows);
// Whether so many pixels lie as `rows` do: these are whole pixels, and their image has strides.
bool ArePixels(int64_t pixels, int channels, const RowView& rows);

// Sets the push constants of a shader that includes common/image_strides.glsl.
template <typename Push>
void SetStrides(const ImageStrides& strides, Push& push) {
  push.source_image = strides.image;
  push.source_row = strides.row;
  push.source_pixel = strides.pixel;
  push.source_first = strides.first;
}

}  // namespace litevk
