// Signatures of elementwise operators that compute with the scales of their operands, one each.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/opset/signature.h"

namespace litevk {

// Returns that of int8 and uint8.
inline Signature Quantized8Bits(size_t inputs) {
  return {.name = "8 bits",
          .element = {ir::DataType::kInt8, ir::DataType::kUInt8},
          .inputs = std::vector<OperandType>(inputs, PerTensor(kT)),
          .outputs = {PerTensor(kT)}};
}

// Returns that of one type, by whose name it is called.
inline Signature QuantizedOne(ir::DataType type, size_t inputs) {
  return {.name = ir::Name(type),
          .inputs = std::vector<OperandType>(inputs, PerTensor(type)),
          .outputs = {PerTensor(type)}};
}

// Returns that of int16, whose zero points are 0.
inline Signature QuantizedInt16(size_t inputs) {
  return {.name = "int16",
          .inputs = std::vector<OperandType>(inputs, Symmetric(ir::DataType::kInt16)),
          .outputs = {Symmetric(ir::DataType::kInt16)}};
}

// Returns that of LESS and its kind of int8 and uint8.
inline Signature Compared8Bits() {
  return {.name = "8 bits",
          .element = {ir::DataType::kInt8, ir::DataType::kUInt8},
          .inputs = {PerTensor(kT), PerTensor(kT)},
          .outputs = {kBool}};
}

// Returns that of two inputs whose numbers are combined as they are, whatever scales they have or have not.
inline Signature OfNumbers(std::string_view name) {
  return {.name = name,
          .element = {ir::DataType::kInt8, ir::DataType::kUInt8, ir::DataType::kInt16},
          .inputs = {Unread(kT), Unread(kT)},
          .outputs = {Unread(kT)}};
}

// Returns that of LESS and its kind of int16, whose numbers TFLite compares whatever their scales.
inline Signature ComparedInt16() {
  return {.name = "int16",
          .inputs = {Unread(ir::DataType::kInt16), Unread(ir::DataType::kInt16)},
          .outputs = {kBool}};
}

}  // namespace litevk
