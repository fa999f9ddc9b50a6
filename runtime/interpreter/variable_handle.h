// The handle that variable and hash table operators take as their first input. It is the id of a variable or
// a table (runtime/interpreter/resources.h) as an int32.
#pragma once

#include "runtime/base/status.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/ir/shape.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/common.h"

namespace litevk {

class HashTable;  // hash_table.h

// Fails if the tensor holds no id.
Result<int> ReadHandle(Subgraph& subgraph, int tensor_id);

// Returns the table whose handle is input 0 of the node. Fails if no HASHTABLE has made it.
Result<HashTable*> FindTable(Subgraph& subgraph, const abi::TfLiteNode& node);

// Fails unless the node has the inputs and outputs that its record names, and its first input can be a
// handle.
Status CheckHandle(const OpInfo& info, Subgraph& subgraph, const abi::TfLiteNode& node);

// Writes the id to the only output of a node that is being prepared. It is known before the run, so the
// handle counts as a constant from then on.
Status WriteHandle(Subgraph& subgraph, const abi::TfLiteNode& node, const ir::Shape& dims, int id);

}  // namespace litevk
