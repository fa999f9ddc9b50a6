// One TFLite tensor as plain data.
#pragma once

#include <span>

#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// The result points to the tensor's bytes and sparsity, which stay the interpreter's. Scales of blocks lie in
// one of `others`, the tensors of the same subgraph; the result has none unless that is a constant of
// float16.
ir::Tensor ImportTensor(const abi::TfLiteTensor& tensor, std::span<const abi::TfLiteTensor> others);
// The current dims of a tensor; a scalar where the interpreter has none.
ir::Shape ImportShape(const abi::TfLiteTensor& tensor);

}  // namespace litevk
