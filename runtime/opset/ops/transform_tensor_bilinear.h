// The parameters that the record and the kernels of TransformTensorBilinear share.
#pragma once

namespace litevk {

struct TransformTensorBilinearParams {
  int output_height;
  int output_width;
  bool half_pixel_centers;  // version 2: the matrix maps pixel centers, not pixel corners
};

}  // namespace litevk
