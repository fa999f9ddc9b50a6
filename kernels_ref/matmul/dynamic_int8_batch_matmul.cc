#include "kernels_ref/matmul/dynamic_int8_batch_matmul.h"

#include <numeric>
#include <vector>

#include "kernels_ref/common/dynamic_int8_rows.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/ops/batch_matmul.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ref {
namespace {

// Consecutive matrices. A matrix row is a row of the left operand or a column of the right one.
template <typename T>
struct Matrices {
  std::vector<T> values;
  int64_t rows;
  int64_t columns;

  int64_t size() const { return rows * columns; }
};

template <typename T>
Matrices<T> ReadMatrices(const ConstView& operand, bool is_transposed) {
  const MatrixDims stored = DimsOfMatrix(operand.dims(), false);
  const MatrixDims read = DimsOfMatrix(operand.dims(), is_transposed);
  const T* values = operand.data<T>();
  Matrices<T> matrices = {{values, values + operand.dims().NumElements()}, read.rows, read.columns};
  if (!is_transposed) return matrices;
  for (size_t index = 0; index < matrices.values.size(); ++index) {
    const auto size = static_cast<size_t>(matrices.size());
    const size_t within = index % size;
    const size_t row = within / static_cast<size_t>(read.columns);
    const size_t column = within % static_cast<size_t>(read.columns);
    matrices.values[index] = values[index - within + column * static_cast<size_t>(stored.columns) + row];
  }
  return matrices;
}

// The left operand's quantized rows, and the right operand's columns stored as rows.
struct Operands {
  DynamicInt8Rows left;
  int64_t left_rows;  // rows per left matrix
  Matrices<int8_t> right;
  const ir::Tensor& right_tensor;
};

// Subtracts the zero point from the sum in float32 and truncates to an integer, as TFLite does.
float WithoutZeroPoint(int32_t sum, int zero_point, int32_t column_sum) {
  if (zero_point == 0) return static_cast<float>(sum);
  const auto raw = static_cast<uint32_t>(sum) + static_cast<uint32_t>(zero_point * int64_t{column_sum});
  const float rest = static_cast<float>(static_cast<int32_t>(raw)) -
                     static_cast<float>(column_sum) * static_cast<float>(zero_point);
  return static_cast<float>(static_cast<int64_t>(rest));
}

// Writes the matrix multiplication of matrix `left` of the left operand by matrix `right` of the right one.
void Multiply(const Operands& operands, int64_t left, int64_t right, float* output) {
  const int64_t depth = operands.right.columns;
  const int64_t columns = operands.right.rows;
  const int8_t* weights = operands.right.values.data() + right * operands.right.size();
  const int64_t first_row = left * operands.left_rows;
  std::vector<int32_t> sums(static_cast<size_t>(operands.left_rows * columns));
  MultiplyRows(operands.left.integers.data() + first_row * depth, operands.left_rows,
               {weights, columns, depth}, sums.data());
  std::vector<int32_t> column_sums;
  column_sums.reserve(static_cast<size_t>(columns));
  for (int64_t column = 0; column < columns; ++column) {
    column_sums.push_back(std::accumulate(weights + column * depth, weights + (column + 1) * depth, 0));
  }
  for (size_t index = 0; index < sums.size(); ++index) {
    const size_t row = static_cast<size_t>(first_row) + index / static_cast<size_t>(columns);
    const size_t column = index % static_cast<size_t>(columns);
    const float sum = WithoutZeroPoint(sums[index], operands.left.zero_points[row], column_sums[column]);
    const float scale = ScaleOfSlice(operands.right_tensor, static_cast<int64_t>(column));
    output[index] = sum * (operands.left.scales[row] * scale);
  }
}

}  // namespace

Status DynamicInt8BatchMatMul(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteBatchMatMulParams>();
  const Matrices<float> left = ReadMatrices<float>(args.inputs[0], params.adj_x);
  const int64_t rows = BatchDims(args.inputs[0].dims()).NumElements() * left.rows;
  const Operands operands = {
      QuantizeRows(left.values.data(), rows, left.columns, params.asymmetric_quantize_inputs), left.rows,
      ReadMatrices<int8_t>(args.inputs[1], !params.adj_y), *args.inputs[1].tensor};
  const ir::Shape& output = args.outputs[0].dims();
  const ir::Shape batches = BatchDims(output);
  const std::vector<int64_t> strides[] = {BroadcastStrides(BatchDims(args.inputs[0].dims()), batches),
                                          BroadcastStrides(BatchDims(args.inputs[1].dims()), batches)};
  auto* values = args.outputs[0].data<float>();
  Walker walker(batches, strides);
  for (int64_t batch = 0; batch < batches.NumElements(); ++batch, walker.Next()) {
    Multiply(operands, walker.offset(0), walker.offset(1), values);
    values += left.rows * operands.right.rows;
  }
  return {};
}

}  // namespace litevk::ref
