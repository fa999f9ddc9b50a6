#include <numeric>
#include <utility>

#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

static Status BatchMatmul(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteBatchMatMulParams>();
  const auto read = [&](size_t index, bool is_transposed) {
    if (!is_transposed) return node.Read(index, {});
    Order order(node.input(index).dims.dims().size());
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    return node.Read(index, order);
  };
  const Name left = read(0, params.adj_x);
  node.Write(0, node.Add("MatMul", {left, read(1, params.adj_y)}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(batch_matmul, .write = BatchMatmul, .natives = kNumeric)
