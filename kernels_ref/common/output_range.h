// The check of fused activations of quantized outputs.
#pragma once

#include "runtime/opset/kernel.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::ref {

// Refuses a fused activation whose bounds are not representable in the output's scale. `Params` has the
// activation.
template <typename Params>
Status CheckOutputRange(const PreparedNode& node) {
  const ir::Tensor& output = *node.outputs[0];
  if (output.type == ir::DataType::kFloat32 || output.quantization.scales.empty()) return {};
  return QuantizedRangeOf(node.params.As<Params>().activation, output).status();
}

}  // namespace litevk::ref
