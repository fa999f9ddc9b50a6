// The matrices of BATCH_MATMUL's operands.
#pragma once

#include <vector>

#include "runtime/opset/shape_inference.h"

namespace litevk {

inline ir::Shape BatchDims(const ir::Shape& dims) {
  return ir::Shape(std::vector<int>(dims.dims().begin(), dims.dims().end() - 2));
}

// Rows and columns of one matrix of an operand, after the transposition that its flag asks for.
struct MatrixDims {
  int rows;
  int columns;
};

inline MatrixDims DimsOfMatrix(const ir::Shape& dims, bool is_transposed) {
  const int rows = dims[dims.rank() - 2];
  const int columns = dims[dims.rank() - 1];
  return is_transposed ? MatrixDims{columns, rows} : MatrixDims{rows, columns};
}

}  // namespace litevk
