// Element types by their ONNX numbers.
#pragma once

#include "runtime/ir/data_type.h"

namespace litevk::to_onnx {

// Returns the number of TensorProto::DataType; 0 for types without ONNX tensors, such as resources. Packed
// integers have the number of their unpacked type.
int OnnxType(ir::DataType type);

// First opset with 4-bit types.
inline constexpr int kOpsetOfPacked = 21;

// Returns the number of a 4-bit type; 0 for any other type.
int PackedOnnxType(ir::DataType type);

// Returns the size of an element of an ONNX type that this writer uses.
int OnnxTypeBytes(int type);

}  // namespace litevk::to_onnx
