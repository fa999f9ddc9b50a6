// What the record and the kernels of TransformTensorBilinear share.
#pragma once

namespace litevk {

struct TransformTensorBilinearParams {
  int output_height;
  int output_width;
  bool half_pixel_centers;  // of version 2: the matrix maps centers of pixels, not their corners
};

}  // namespace litevk
