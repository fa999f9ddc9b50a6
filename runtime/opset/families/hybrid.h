// Signatures of float32 operators with integer weights ("hybrid"): a row of the input is quantized when the
// node runs, and what is added up are integers.
#pragma once

#include <algorithm>
#include <string_view>

#include "runtime/opset/signature.h"

namespace litevk {

// Returns that of a layer with inputs {input, weights, optional bias}.
inline Signature HybridLayer(std::string_view name, const OperandType& weights) {
  return {.name = name,
          .inputs = {kFloat32, weights, kFloat32},
          .outputs = {kFloat32},
          .required_inputs = 2,
          .numeric_class = NumericClass{NumericKind::kExact}};
}

// The name of signatures whose weights are int8 in tensors of uint8, as converters before TensorFlow 1.14
// wrote them.
inline constexpr std::string_view kHybridOfBytes = "float32xuint8";

// True if the signature is one of floats with integer weights, which state their scaling.
inline bool IsHybrid(const Signature& signature) {
  if (signature.inputs.empty() || !signature.inputs[0].types.contains(ir::DataType::kFloat32)) return false;
  return std::ranges::any_of(signature.inputs, [](const OperandType& operand) {
    return operand.scaling != Scaling::kUnstated && !operand.types.contains(ir::DataType::kFloat32);
  });
}

}  // namespace litevk
