#include <Eigen/Core>

#include "kernels_ref/families/hybrid_batch_matmul.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/ops/batch_matmul.h"

namespace litevk::ref {
namespace {

template <typename T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

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
Status BatchMatMul(const KernelArgs& args) {
  if (args.outputs[0].dims().NumElements() == 0) return {};
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
  return {};
}

}  // namespace

// int8 adds up in unsigned int32, whose overflow is defined, to what the signed sum is modulo 2^32.
}  // namespace litevk::ref

LITEVK_KERNEL_ROW(batch_matmul, {{"float32", &BatchMatMul<float, float>},
                                 {"float32xint8", &HybridBatchMatMul},
                                 {"float32xint8 transposed", &HybridBatchMatMul},
                                 {"int8", &BatchMatMul<int8_t, uint32_t>}})
