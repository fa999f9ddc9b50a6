#include "onnx/common/activation.h"
#include "onnx/common/reduce.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

static constexpr double kSmallestNorm = 1e-6;

static Status L2Normalization(NodeWriter& node) {
  const int activation = node.params<abi::TfLiteL2NormParams>().activation;
  const Permutation& permutation = node.permutation(0);
  const int64_t axis = Moved(-1, permutation, node.input(0).dims.rank());
  const Name value = node.Read(0);
  const Name norm = Reduced(node, "ReduceL2", value, {axis}, true);
  const Name divisor = node.onnx().Add("Max", {norm, node.ScalarLike(node.input(0), kSmallestNorm)});
  return WriteActivated(node, node.onnx().Add("Div", {value, divisor}), activation, permutation);
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(l2_normalization, .write = L2Normalization)
