// The lengths of RFFT2D's transform, which are the dims of the spectrum's images before its conjugate half is
// left out.
#pragma once

#include "runtime/opset/shape_inference.h"

namespace litevk {

struct FftLengths {
  int rows = 1;
  int columns = 1;
};

// Input 1: two powers of two. The input is cut off or padded with zeros to as many rows and columns.
Result<FftLengths> ReadFftLengths(const ir::ShapeQuery& query);

}  // namespace litevk
