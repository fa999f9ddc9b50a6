// Imports one TFLite tensor as plain data.
#pragma once

#include <span>

#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Returns a tensor that points to the interpreter's bytes and sparsity. Scales of blocks lie in one of
// `others`, the tensors of the same subgraph. They are only imported from a float16 constant.
ir::Tensor ImportTensor(const abi::TfLiteTensor& tensor, std::span<const abi::TfLiteTensor> others);
// Returns the current dims of a tensor; a scalar's if the interpreter has none.
ir::Shape ImportShape(const abi::TfLiteTensor& tensor);

}  // namespace litevk
