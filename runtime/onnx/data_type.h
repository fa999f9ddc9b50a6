// Element types as ONNX numbers them.
#pragma once

#include "runtime/ir/data_type.h"

namespace litevk::to_onnx {

// Returns the number of TensorProto::DataType. What ONNX has no tensors of, such as resources, is 0. Packed
// integers are what they are unpacked to.
int OnnxType(ir::DataType type);

// Returns the bytes of an element of an ONNX type that this writer uses.
int OnnxTypeBytes(int type);

}  // namespace litevk::to_onnx
