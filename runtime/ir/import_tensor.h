// One TFLite tensor as plain data.
#pragma once

#include "runtime/ir/graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// The result points to the tensor's bytes and sparsity, which stay the interpreter's.
ir::Tensor ImportTensor(const abi::TfLiteTensor& tensor);
// The current dims of a tensor; a scalar where the interpreter has none.
ir::Shape ImportShape(const abi::TfLiteTensor& tensor);

}  // namespace litevk
