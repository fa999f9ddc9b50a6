// Warps an image by a matrix. Each output pixel interpolates between the four input pixels around the point
// to which the matrix maps it. Points outside of the input give zeros.
#include "runtime/opset/ops/transform_tensor_bilinear.h"

#include <array>
#include <cmath>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/window.h"

namespace litevk::ref {
namespace {

// Maps an output pixel to a column or row of the input.
class Coordinate {
 public:
  Coordinate(const float* row, bool half_pixel_centers) : across_(row[0]), down_(row[1]), shift_(row[3]) {
    if (half_pixel_centers) shift_ = static_cast<float>(row[3] + (row[0] * 0.5 + row[1] * 0.5 - 0.5));
  }
  float At(int column, int row) const {
    return across_ * static_cast<float>(column) + down_ * static_cast<float>(row) + shift_;
  }

 private:
  float across_;
  float down_;
  float shift_;
};

bool IsInside(float position, int size) { return position >= 0 && position <= static_cast<float>(size - 1); }

// Blends the four pixels around (y, x). Pixels beyond the last row or column count as zeros.
void Blend(const ConstView& image, float y, float x, float* result) {
  const ir::Shape& dims = image.dims();
  const int top = static_cast<int>(std::floor(y));
  const int left = static_cast<int>(std::floor(x));
  const float lower = y - static_cast<float>(top);
  const float right = x - static_cast<float>(left);
  const std::array<float, 4> weights = {(1 - lower) * (1 - right), (1 - lower) * right, lower * (1 - right),
                                        lower * right};
  for (int corner = 0; corner < 4; ++corner) {
    const int row = top + corner / 2;
    const int column = left + corner % 2;
    if (row >= dims[1] || column >= dims[2]) continue;
    const float* pixel = image.data<float>() + PixelOffset(dims, 0, row, column);
    const float weight = weights[static_cast<size_t>(corner)];
    for (int channel = 0; channel < dims[3]; ++channel) result[channel] += weight * pixel[channel];
  }
}

}  // namespace

static Status TransformTensorBilinear(const KernelArgs& args) {
  const bool half_pixel_centers = args.params.As<TransformTensorBilinearParams>().half_pixel_centers;
  const ConstView& image = args.inputs[0];
  const float* matrix = args.inputs[1].data<float>();
  const Coordinate across(matrix, half_pixel_centers);
  const Coordinate down(matrix + 4, half_pixel_centers);
  float* result = args.outputs[0].data<float>();
  std::fill(result, result + args.outputs[0].dims().NumElements(), 0.0F);
  ForEachPixel(args.outputs[0].dims(), [&](int, int row, int column) {
    const float x = across.At(column, row);
    const float y = down.At(column, row);
    if (IsInside(y, image.dims()[1]) && IsInside(x, image.dims()[2])) Blend(image, y, x, result);
    result += image.dims()[3];
  });
  return {};
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(transform_tensor_bilinear, &TransformTensorBilinear)
