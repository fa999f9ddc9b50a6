#include <Eigen/Core>
#include <algorithm>

#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

template <typename T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

ir::Shape BatchDims(const ir::Shape& dims) {
  return ir::Shape(std::vector<int>(dims.dims().begin(), dims.dims().end() - 2));
}

// Rows and columns of one matrix of an operand, after the transposition that its flag asks for.
struct MatrixDims {
  int rows;
  int columns;
};

MatrixDims DimsOfMatrix(const ir::Shape& dims, bool is_transposed) {
  const int rows = dims[dims.rank() - 2];
  const int columns = dims[dims.rank() - 1];
  return is_transposed ? MatrixDims{columns, rows} : MatrixDims{rows, columns};
}

Status InferBatchMatMul(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  for (int operand = 0; operand < 2; ++operand) {
    if (query.input(operand).rank() >= 2) continue;
    return InvalidArgument("input " + std::to_string(operand) + " has " +
                           std::to_string(query.input(operand).rank()) + " dims, expected 2 or more");
  }
  const auto& params = query.params.As<abi::TfLiteBatchMatMulParams>();
  const MatrixDims left = DimsOfMatrix(query.input(0), params.adj_x);
  const MatrixDims right = DimsOfMatrix(query.input(1), params.adj_y);
  if (left.columns != right.rows) {
    return InvalidArgument("matrices of " + std::to_string(left.columns) + " columns and " +
                           std::to_string(right.rows) + " rows, expected as many rows as columns");
  }
  ir::Shape batches;
  if (!ir::Broadcast(BatchDims(query.input(0)), BatchDims(query.input(1)), &batches)) {
    return InvalidArgument("inputs have dims " + query.input(0).ToString() + " and " +
                           query.input(1).ToString() + ", expected equal dims or 1 before the last two");
  }
  std::vector<int64_t> dims(batches.dims().begin(), batches.dims().end());
  dims.push_back(left.rows);
  dims.push_back(right.columns);
  return ir::SetOutput(query, dims);
}

// Matrix `index` of an operand, transposed where its flag asks for that.
template <typename In, typename Sum>
Matrix<Sum> ReadMatrix(const ConstView& operand, int64_t index, bool is_transposed) {
  const ir::Shape& dims = operand.dims();
  const MatrixDims stored = DimsOfMatrix(dims, false);
  const In* first = operand.data<In>() + index * stored.rows * stored.columns;
  const Eigen::Map<const Matrix<In>> matrix(first, stored.rows, stored.columns);
  if (is_transposed) return matrix.transpose().template cast<Sum>();
  return matrix.template cast<Sum>();
}

// Sums of products of In, in the type Sum of the output.
template <typename In, typename Sum>
void Multiply(const KernelArgs& args) {
  const auto& params = args.params.As<abi::TfLiteBatchMatMulParams>();
  const ir::Shape& output = args.outputs[0].dims();
  const ir::Shape batches = BatchDims(output);
  const std::vector<int64_t> strides[] = {BroadcastStrides(BatchDims(args.inputs[0].dims()), batches),
                                          BroadcastStrides(BatchDims(args.inputs[1].dims()), batches)};
  const MatrixDims product = DimsOfMatrix(output, false);
  Sum* values = args.outputs[0].data<Sum>();
  const int64_t count = batches.NumElements();
  Walker walker(batches, strides);
  for (int64_t batch = 0; batch < count; ++batch, walker.Next()) {
    Eigen::Map<Matrix<Sum>>(values, product.rows, product.columns).noalias() =
        ReadMatrix<In, Sum>(args.inputs[0], walker.offset(0), params.adj_x) *
        ReadMatrix<In, Sum>(args.inputs[1], walker.offset(1), params.adj_y);
    values += int64_t{product.rows} * product.columns;
  }
}

}  // namespace

// int8 adds up in unsigned int32, whose overflow is defined, to what the signed sum is modulo 2^32.
static Status BatchMatMul(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
  if (args.inputs[0].type() == ir::DataType::kInt8) {
    Multiply<int8_t, uint32_t>(args);
  } else {
    Multiply<float, float>(args);
  }
  return {};
}

const KernelRow kKernelRow_batch_matmul = {
    .op_code = abi::kTfLiteBuiltinBatchMatmul,
    .params_bytes = sizeof(abi::TfLiteBatchMatMulParams),
    .types = {{.inputs = {kFloat32, kFloat32}, .outputs = {kFloat32}},
              {.inputs = {ir::DataType::kInt8, ir::DataType::kInt8}, .outputs = {kInt32}}},
    .infer_shapes = InferBatchMatMul,
    .run = &BatchMatMul,
};

}  // namespace litevk::ref
