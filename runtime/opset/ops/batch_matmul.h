// The matrices of BATCH_MATMUL's operands, and the factor of its sums.
#pragma once

#include <vector>

#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/shapes/shape_inference.h"

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

// Returns the factor from sums of products to quantized values of the output. Sums of int16 have 64 bits.
FixedPoint MultiplierOfMatmul(const ir::Tensor& left, const ir::Tensor& right, const ir::Tensor& output);

}  // namespace litevk
