#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// ReverseSequence needs its two dims in front.
static Status ReverseSequence(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteReverseSequenceParams>();
  Permutation front = {params.batch_dim, params.seq_dim};
  for (int axis = 0; axis < node.input(0).dims.rank(); ++axis) {
    if (axis != params.batch_dim && axis != params.seq_dim) front.push_back(axis);
  }
  const Name lengths = node.onnx().Cast(node.ReadStored(1, {}), ir::DataType::kInt64);
  const Attributes attributes = {{"batch_axis", int64_t{0}}, {"time_axis", int64_t{1}}};
  node.Write(0, node.onnx().Add("ReverseSequence", {node.Read(0, front), lengths}, attributes), front);
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(reverse_sequence, .write = ReverseSequence)
