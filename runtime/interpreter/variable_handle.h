// What the operators that read and assign variables share: their first input is a handle, the id of a
// variable (runtime/interpreter/resources.h) as an int32.
#pragma once

#include <cstddef>

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Fails when the tensor holds no id.
Result<int> ReadHandle(Subgraph& subgraph, int tensor_id);

// Whether the node has that many inputs and outputs, all of them there, and its first input can be a handle.
Status CheckHandle(Subgraph& subgraph, const abi::TfLiteNode& node, size_t inputs, size_t outputs);

}  // namespace litevk
