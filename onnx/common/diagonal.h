// Diagonals of matrices.
#pragma once

#include "onnx/write/emitter.h"

namespace litevk::to_onnx {

// Returns a matrix of bools that are true on its diagonal.
Name DiagonalMask(Emitter& onnx, int64_t rows, int64_t columns);

}  // namespace litevk::to_onnx
