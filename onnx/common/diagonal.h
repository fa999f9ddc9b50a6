// Diagonals of matrices.
#pragma once

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns a matrix of bools that are true on its diagonal.
Name DiagonalMask(NodeWriter& node, int64_t rows, int64_t columns);

}  // namespace litevk::to_onnx
