#include <Eigen/Core>
#include <array>
#include <iterator>
#include <span>
#include <vector>

#include "kernels_ref/common/dot_products.h"
#include "kernels_ref/common/layer_output.h"
#include "kernels_ref/matmul/dynamic_int8_batch_matmul.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/ops/batch_matmul.h"

namespace litevk::ref {
namespace {

template <typename T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Returns matrix `index` of an operand, transposed if `is_transposed`.
template <typename In, typename Sum>
Matrix<Sum> ReadMatrix(const ConstView& operand, int64_t index, bool is_transposed) {
  const ir::Shape& dims = operand.dims();
  const MatrixDims stored = DimsOfMatrix(dims, false);
  const In* first = operand.data<In>() + index * stored.rows * stored.columns;
  const Eigen::Map<const Matrix<In>> matrix(first, stored.rows, stored.columns);
  if (is_transposed) return matrix.transpose().template cast<Sum>();
  return matrix.template cast<Sum>();
}

// Calls fn for each matrix of the output with the indices of the two operand matrices that produce it.
template <typename Fn>
void ForEachMatrix(const KernelArgs& args, Fn fn) {
  const ir::Shape batches = BatchDims(args.outputs[0].dims());
  const std::vector<int64_t> strides[] = {BroadcastStrides(BatchDims(args.inputs[0].dims()), batches),
                                          BroadcastStrides(BatchDims(args.inputs[1].dims()), batches)};
  const int64_t count = batches.NumElements();
  Walker walker(batches, strides);
  for (int64_t batch = 0; batch < count; ++batch, walker.Next()) {
    fn(std::array{walker.offset(0), walker.offset(1)});
  }
}

// Multiplies matrices of In into an output of the type Sum.
template <typename In, typename Sum>
Status BatchMatMul(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  const auto& params = args.params.As<abi::TfLiteBatchMatMulParams>();
  const MatrixDims result = DimsOfMatrix(args.outputs[0].dims(), false);
  Sum* values = args.outputs[0].data<Sum>();
  ForEachMatrix(args, [&](std::span<const int64_t> indices) {
    Eigen::Map<Matrix<Sum>>(values, result.rows, result.columns).noalias() =
        ReadMatrix<In, Sum>(args.inputs[0], indices[0], params.adj_x) *
        ReadMatrix<In, Sum>(args.inputs[1], indices[1], params.adj_y);
    values += int64_t{result.rows} * result.columns;
  });
  return {};
}

// Copies matrix `index` of an operand, transposed if `is_transposed`.
template <typename T>
std::vector<T> RowsOf(const ConstView& operand, int64_t index, bool is_transposed) {
  const MatrixDims dims = DimsOfMatrix(operand.dims(), is_transposed);
  std::vector<T> rows(static_cast<size_t>(int64_t{dims.rows} * dims.columns));
  Eigen::Map<Matrix<T>>(rows.data(), dims.rows, dims.columns) =
      ReadMatrix<T, T>(operand, index, is_transposed);
  return rows;
}

// Multiplies one matrix of each side; `output_of` requantizes the sums.
template <typename Left, typename Right, typename Output>
void MultiplyMatrices(const KernelArgs& args, std::span<const int64_t> indices, const Output& output_of,
                      Left* output) {
  const auto& params = args.params.As<abi::TfLiteBatchMatMulParams>();
  const MatrixDims result = DimsOfMatrix(args.outputs[0].dims(), false);
  const std::vector<Left> left = RowsOf<Left>(args.inputs[0], indices[0], params.adj_x);
  // The columns of the right matrix are rows of its transpose.
  const std::vector<Right> right = RowsOf<Right>(args.inputs[1], indices[1], !params.adj_y);
  const int64_t depth = DimsOfMatrix(args.inputs[0].dims(), params.adj_x).columns;
  const IntegerRows<Right> columns = {right.data(), result.columns, depth,
                                      args.inputs[1].tensor->quantization.zero_points[0]};
  const int zero_point = args.inputs[0].tensor->quantization.zero_points[0];
  ForEachSumOfProducts<Left>(
      result.rows, columns,
      [&](int64_t row, int16_t* values) {
        TakeOutZeroPoint(left.data() + row * depth, depth, zero_point, values);
      },
      [&](const auto& sums) { WriteSums(output_of, sums, 0, result.columns, output); });
}

// Multiplies quantized matrices; `Scale` rescales the sums to the output's scale. The output has the type
// Left.
template <typename Left, typename Right, typename Scale>
Status QuantizedBatchMatMul(const KernelArgs& args) {
  const MatrixDims result = DimsOfMatrix(args.outputs[0].dims(), false);
  const LayerTensors layer = TensorsOfLayer(args, result.columns, abi::kTfLiteActNone);
  using Output = LayerOutput<Left, Scale>;
  const FixedPoint multiplier = MultiplierOfMatmul(layer.input, layer.weights, layer.output);
  const std::vector<FixedPoint> multipliers(static_cast<size_t>(result.columns), multiplier);
  LITEVK_ASSIGN_OR_RETURN(const Output output_of, Output::Of(layer, Scale{multipliers}));
  Left* output = args.outputs[0].data<Left>();
  ForEachMatrix(args, [&](std::span<const int64_t> indices) {
    MultiplyMatrices<Left, Right>(args, indices, output_of, output);
    output += int64_t{result.rows} * result.columns;
  });
  return {};
}

}  // namespace
}  // namespace litevk::ref

// int8 accumulates in unsigned int32: its overflow is defined and equals the signed sum modulo 2^32.

LITEVK_KERNEL_ROW(batch_matmul, {{"float32", &BatchMatMul<float, float>},
                                 {"int8 to int32", &BatchMatMul<int8_t, uint32_t>},
                                 {"int8", &QuantizedBatchMatMul<int8_t, int8_t, FixedPointScale>},
                                 {"int16", &QuantizedBatchMatMul<int16_t, int16_t, WideFixedPointScale>},
                                 {"int16xint8", &QuantizedBatchMatMul<int16_t, int8_t, WideFixedPointScale>},
                                 {"float32xint8", &DynamicInt8BatchMatMul},
                                 {"float32xint8 transposed", &DynamicInt8BatchMatMul}})
