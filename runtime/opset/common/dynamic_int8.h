// Signatures of float32 operators with integer weights ("hybrid"). Each row of the input is quantized when
// the node runs, and the sums are integers.
#pragma once

#include <algorithm>
#include <string_view>

#include "runtime/opset/signature.h"

namespace litevk {

// Returns the signature of a layer with inputs {input, weights, optional bias}.
inline Signature DynamicInt8Layer(std::string_view name, const OperandType& weights) {
  return {.name = name,
          .inputs = {kFloat32, weights, kFloat32},
          .outputs = {kFloat32},
          .required_inputs = 2,
          .numeric_class = NumericClass{NumericKind::kExact}};
}

// Name of the signatures with int8 weights in uint8 tensors. Converters before TensorFlow 1.14 wrote those.
inline constexpr std::string_view kDynamicInt8InUint8 = "float32xuint8";

// True if the signature has float32 inputs and integer weights with a stated scaling.
inline bool IsDynamicInt8(const Signature& signature) {
  if (signature.inputs.empty() || !signature.inputs[0].types.contains(ir::DataType::kFloat32)) return false;
  return std::ranges::any_of(signature.inputs, [](const OperandType& operand) {
    return operand.scaling != Scaling::kUnstated && !operand.types.contains(ir::DataType::kFloat32);
  });
}

}  // namespace litevk
