// The lengths of RFFT2D's transform. They are the dims of the spectrum before its conjugate half is dropped.
#pragma once

#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

struct FftLengths {
  int rows = 1;
  int columns = 1;
};

// Reads input 1, two powers of two. The input is cropped or zero-padded to that many rows and columns.
Result<FftLengths> ReadFftLengths(const ir::ShapeQuery& query);

}  // namespace litevk
