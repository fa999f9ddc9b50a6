#include <algorithm>
#include <cmath>

#include "onnx/write/node_writer.h"

namespace litevk::to_onnx {

// Shifts the range of the options so that one of its steps is zero. Ties are rounded up.
static Status FakeQuant(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  const auto& params = node.params<abi::TfLiteFakeQuantParams>();
  const auto last = static_cast<float>((1 << params.num_bits) - 1);
  const float scale = (params.max - params.min) / last;
  const float zero_point = std::round(std::clamp(0.0F - params.min / scale, 0.0F, last));
  const Name least = onnx.Float((0.0F - zero_point) * scale);
  const Name most = onnx.Float((last - zero_point) * scale);
  const Name clamped = onnx.Add("Clip", {node.Read(0), least, most});
  const Name steps = onnx.Add("Mul", {onnx.Add("Sub", {clamped, least}), onnx.Float(1.0F / scale)});
  const Name rounded = onnx.Add("Floor", {onnx.Add("Add", {steps, onnx.Float(0.5F)})});
  node.Write(0, onnx.Add("Add", {onnx.Add("Mul", {rounded, onnx.Float(scale)}), least}), node.permutation(0));
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(fake_quant, .write = FakeQuant, .quantization = {.takes_only_floats = true})
