#include "onnx/elementwise/elementwise.h"
#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// ONNX cannot shift signed integers, so the shift becomes a division that rounds down.
static Status RightShift(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const int64_t most = int64_t{ir::ByteSize(node.input(0).type)} * 8 - 1;
  const Name bits = onnx.Add("Clip", {ReadBroadcast(node, 1), onnx.Int(0), onnx.Int(most)});
  const Name divisor = onnx.Add("Pow", {onnx.Int(2), bits});
  const Name value = ReadBroadcast(node, 0);
  const Name rest = onnx.Add("Mod", {value, divisor});
  node.Write(0, onnx.Add("Div", {onnx.Add("Sub", {value, rest}), divisor}));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(right_shift, .write = RightShift, .types = {.native = TypeSet{ir::DataType::kInt64}},
               .quantization = {.use = QuantizedUse::kScaleIgnored})
