// Element types as ONNX numbers them.
#pragma once

#include "runtime/ir/data_type.h"

namespace litevk::to_onnx {

// Returns the number of TensorProto::DataType. What ONNX has no tensors of, such as resources, is 0. Packed
// integers are what they are unpacked to.
int OnnxType(ir::DataType type);

// Since this opset there are types of 4 bits.
inline constexpr int kOpsetOfPacked = 21;

// Returns the number of a type of 4 bits; 0 for any other type.
int PackedOnnxType(ir::DataType type);

// Returns the bytes of an element of an ONNX type that this writer uses.
int OnnxTypeBytes(int type);

}  // namespace litevk::to_onnx
