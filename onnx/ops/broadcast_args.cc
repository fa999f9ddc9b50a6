#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Returns the longer of both shapes, with its dims of 1 replaced by the other one's.
static Status BroadcastArgs(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int64_t rank = node.output(0).dims.NumElements();
  const auto widened = [&](size_t input) {
    const int64_t added = rank - node.input(input).dims.NumElements();
    const Name dims = node.Read(input, {});
    return added == 0
               ? dims
               : onnx.Concat({onnx.Ints(std::vector<int64_t>(static_cast<size_t>(added), 1), {added}), dims},
                             0);
  };
  const Name left = widened(0);
  const Name right = widened(1);
  node.Write(0, onnx.Add("Where", {onnx.Add("Equal", {left, onnx.Int(1)}), right, left}), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(broadcast_args, .write = BroadcastArgs, .types = {.native = TypeSet{ir::DataType::kInt64}},
               .quantization = {.takes_only_floats = true}, .dims = {.is_polynomial = true})
