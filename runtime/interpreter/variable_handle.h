// What the operators of variables and of hash tables share: their first input is a handle, the id of a
// variable or a table (runtime/interpreter/resources.h) as an int32.
#pragma once

#include <cstddef>

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/ir/shape.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Fails when the tensor holds no id.
Result<int> ReadHandle(Subgraph& subgraph, int tensor_id);

// Whether the node has that many inputs and outputs, all of them there, and its first input can be a handle.
Status CheckHandle(Subgraph& subgraph, const abi::TfLiteNode& node, size_t inputs, size_t outputs);

// Writes the id into the only output of a node that is being prepared. It is known before the run, so that
// the handle counts as a constant from then on.
Status WriteHandle(Subgraph& subgraph, const abi::TfLiteNode& node, const ir::Shape& dims, int id);

}  // namespace litevk
