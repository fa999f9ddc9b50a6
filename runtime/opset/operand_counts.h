// Checks of the number of a node's tensors against its operator, before anyone accesses them by index.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"

namespace litevk {

// Ids of the tensors of a node, or of the inputs and outputs of a subgraph. Below 0: absent.
struct OperandIds {
  std::span<const int> inputs;
  std::span<const int> outputs;
};

// Fails unless a signature of the record has `count` outputs. An operator without signatures takes any
// number.
Status CheckOutputCount(const OpInfo& info, size_t count);

// Fails unless a signature of the record takes this many tensors and the inputs that it requires are present.
// An operator without signatures takes any.
Status CheckSignatureCounts(const OpInfo& info, OperandTensors inputs, size_t outputs);

// Fails unless the node has as many inputs and outputs as the record names, all of them present.
Status CheckNamedCounts(const OpInfo& info, const OperandIds& node);

// Fails unless a node passes as many values to that subgraph as it takes, and receives as many as it returns.
// A value that one side has must not be absent on the other.
Status CheckPassedCounts(const OperandIds& node, int subgraph, const OperandIds& edges);

}  // namespace litevk
