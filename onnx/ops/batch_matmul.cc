#include <numeric>
#include <utility>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/write/node_writer.h"
#include "runtime/opset/ops/batch_matmul.h"

namespace litevk::to_onnx {

static double LargestSum(const NodeFacts& node) {
  const ir::Tensor& left = node.input(0);
  const bool is_transposed = node.params<abi::TfLiteBatchMatMulParams>().adj_x;
  const int depth = left.dims[left.dims.rank() - (is_transposed ? 2 : 1)];
  return depth * LargestInteger(left) * LargestInteger(node.input(1));
}

static bool MayWrap(const NodeFacts& node) {
  if (!HasQuantized(node, {0, 1})) return false;
  const double multiplier = DoubleMultipliersOf(node.input(0).quantization, node.input(1).quantization,
                                                node.output(0).quantization, 1)[0];
  return MayWrap(LargestSum(node), multiplier, node.input(0).type != ir::DataType::kInt16);
}

static Status BatchMatmul(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteBatchMatMulParams>();
  const ir::Quantization& columns = node.input(1).quantization;
  const int axis = node.input(1).dims.rank() - (params.adj_y ? 2 : 1);
  if (columns.scales.size() > 1 && columns.channel_axis != axis)
    return Unsupported("the scales of its columns are stated along another dim");
  const bool follows = FollowsRoundings(node, {0, 1}, MayWrap(node));
  const auto read = [&](size_t index, bool is_transposed) {
    const auto read_in = [&](const Permutation& permutation) {
      return follows ? ReadWhole(node, index, permutation) : node.Read(index, permutation);
    };
    if (!is_transposed) return read_in({});
    Permutation permutation(node.input(index).dims.dims().size());
    std::iota(permutation.begin(), permutation.end(), 0);
    std::swap(permutation[permutation.size() - 1], permutation[permutation.size() - 2]);
    return read_in(permutation);
  };
  // onnxruntime rounds floats that are multiplied with integer weights in a MatMul, but not in a Gemm of this
  // form.
  const bool is_wide = !node.reads_scale(0) || node.input(0).type == ir::DataType::kInt16;
  const bool is_gemm =
      is_wide && node.reads_scale(1) && node.input(0).dims.rank() == 2 && node.input(1).dims.rank() == 2;
  const Name left = read(0, params.adj_x);
  const Name right = read(1, params.adj_y != is_gemm);
  const Attributes transposed = {{"transB", int64_t{1}}};
  const Name matmul =
      is_gemm ? node.onnx().Add("Gemm", {left, right}, transposed) : node.onnx().Add("MatMul", {left, right});
  if (follows) {
    const FixedPoint multiplier = MultiplierOfMatmul(node.input(0), node.input(1), node.output(0));
    const bool has_wide_sums = node.input(0).type == ir::DataType::kInt16;
    return WriteRescaled(node, matmul, {{multiplier}, has_wide_sums, LargestSum(node)}, abi::kTfLiteActNone,
                         {});
  }
  node.Write(0, matmul, {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(batch_matmul, .write = BatchMatmul, .types = {.native = kNumeric})
