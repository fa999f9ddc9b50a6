// How many tensors a node has, held against what its operator takes, before anybody reads one by its place.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"

namespace litevk {

// Ids of the tensors of a node, or of the values that a subgraph takes and gives. Below 0: absent.
struct OperandIds {
  std::span<const int> inputs;
  std::span<const int> outputs;
};

// Fails unless a signature of the record has as many outputs. An operator without signatures takes any
// number.
Status CheckOutputCount(const OpInfo& info, size_t count);

// Fails unless a signature of the record takes as many tensors, and those that it requires are there. An
// operator without signatures takes any.
Status CheckSignatureCounts(const OpInfo& info, OperandTensors inputs, size_t outputs);

// Fails unless the node has as many inputs and outputs as the record names, all of them there.
Status CheckNamedCounts(const OpInfo& info, const OperandIds& node);

// Fails unless a node passes a subgraph of that index as many values as this takes, gets as many from it, and
// leaves none out that the other side has.
Status CheckPassedCounts(const OperandIds& node, int subgraph, const OperandIds& edges);

}  // namespace litevk
