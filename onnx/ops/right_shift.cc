#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// ONNX cannot shift signed integers, so the shift becomes a division that rounds down.
static Status RightShift(NodeWriter& node) {
  const int64_t most = int64_t{ir::ByteSize(node.input(0).type)} * 8 - 1;
  const Name bits = node.Add("Clip", {ReadBroadcast(node, 1), node.Int(0), node.Int(most)});
  const Name divisor = node.Add("Pow", {node.Int(2), bits});
  const Name value = ReadBroadcast(node, 0);
  const Name rest = node.Add("Mod", {value, divisor});
  node.Write(0, node.Add("Div", {node.Add("Sub", {value, rest}), divisor}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(right_shift, .write = RightShift, .types = {.native = TypeSet{ir::DataType::kInt64}},
               .quantization = {.use = QuantizedUse::kScaleIgnored})
