// Offsets of an NHWC tensor's pixels, for kernels that read pixels by their position in the image.
#pragma once

#include <cstdint>
#include <optional>

#include "delegate/kernel/op_spec.h"
#include "delegate/kernel/strided_view.h"
#include "delegate/views/binding_rows.h"
#include "runtime/ir/shape.h"

namespace litevk {

// Offsets of pixels, in elements. The channels of a pixel are neighbours. Row y and column x of image n begin
// at first + n * image + y * row + x * pixel.
struct ImageStrides {
  uint32_t image = 0;
  uint32_t row = 0;
  uint32_t pixel = 0;
  uint32_t first = 0;

  // True if every pixel begins with a group of `elements` elements.
  bool AreWhole(uint32_t elements) const {
    return image % elements == 0 && row % elements == 0 && pixel % elements == 0 && first % elements == 0;
  }
  // Returns the strides counted in groups of `elements` elements. All of them are whole groups (AreWhole).
  ImageStrides In(uint32_t elements) const {
    return {image / elements, row / elements, pixel / elements, first / elements};
  }
};

// Returns the strides of dense images of height x width pixels.
ImageStrides DenseStrides(int height, int width, int channels);

// Returns the strides of a tensor with four dims that is the view `rows` of another one, or dense if `rows`
// do not exist. Returns none if a row ends within what one index steps over, or if offsets have more than 31
// bits.
std::optional<ImageStrides> StridesOf(const ir::Shape& dims, const StridedView& rows);

// GpuKernel::reads_strided of kernels that read an image of four dims in float32. `kPacked`: inputs that are
// packed, wherever they lie, if a run computes them (EmitPacked).
template <int kInput = 0, int... kPacked>
bool ReadsImageRows(const NodeView& view, const StridedInput& input) {
  if (input.index == kInput) return StridesOf(input.dims, input.rows).has_value();
  return FindsOffsetsOf<kPacked...>(view, input);
}

// GpuKernel::writes_together of kernels that read an image: the channels of a pixel, even if it has only one.
inline int64_t ChannelsOfPixels(const NodeView& view) { return view.output().dims.channels(); }

// Returns the dims of `pixels` pixels in one image for which StridesOf has strides: one row, or as many as
// `rows` are. The view `rows` consists of whole pixels.
ir::Shape ImageOf(int pixels, int channels, const StridedView& rows);
// True if `pixels` pixels lie as `rows` do: these are whole pixels, and their image has strides.
bool ArePixels(int64_t pixels, int channels, const StridedView& rows);

// Sets the push constants of a shader that includes common/image_strides.glsl.
template <typename Push>
void SetStrides(const ImageStrides& strides, Push& push) {
  push.source_image = strides.image;
  push.source_row = strides.row;
  push.source_pixel = strides.pixel;
  push.source_first = strides.first;
}

}  // namespace litevk
