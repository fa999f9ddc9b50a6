// Signatures of quantized elementwise operators, whose operands have one scale each.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/opset/signature.h"

namespace litevk {

// Returns the signature of int8 and uint8.
inline Signature Quantized8Bits(size_t inputs) {
  return {.name = "8 bits",
          .element = {ir::DataType::kInt8, ir::DataType::kUInt8},
          .inputs = std::vector<OperandType>(inputs, PerTensor(kT)),
          .outputs = {PerTensor(kT)}};
}

// Returns the signature of one type, named after that type.
inline Signature QuantizedOne(ir::DataType type, size_t inputs) {
  return {.name = ir::Name(type),
          .inputs = std::vector<OperandType>(inputs, PerTensor(type)),
          .outputs = {PerTensor(type)}};
}

// Returns the signature of int16 with zero points of 0.
inline Signature QuantizedInt16(size_t inputs) {
  return {.name = "int16",
          .inputs = std::vector<OperandType>(inputs, Symmetric(ir::DataType::kInt16)),
          .outputs = {Symmetric(ir::DataType::kInt16)}};
}

// Returns the signature of LESS and the other ordered comparisons for int8 and uint8.
inline Signature Compared8Bits() {
  return {.name = "8 bits",
          .element = {ir::DataType::kInt8, ir::DataType::kUInt8},
          .inputs = {PerTensor(kT), PerTensor(kT)},
          .outputs = {kBool}};
}

// Returns the signature of two inputs whose stored integers are combined as they are, with any scales or
// none.
inline Signature OfIntegers(std::string_view name) {
  return {.name = name,
          .element = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16},
          .inputs = {Unread(kT), Unread(kT)},
          .outputs = {Unread(kT)}};
}

// Returns the signature of LESS and the other ordered comparisons for int16. TFLite compares the stored
// integers and ignores the scales.
inline Signature ComparedInt16() {
  return {.name = "int16",
          .inputs = {Unread(ir::DataType::kInt16), Unread(ir::DataType::kInt16)},
          .outputs = {kBool}};
}

}  // namespace litevk
