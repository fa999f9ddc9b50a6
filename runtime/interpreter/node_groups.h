// How a subgraph's nodes divide into groups that a delegate claims or leaves: TFLite's partitions.
#pragma once

#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/tflite/common.h"

namespace litevk {

struct GroupInputs {
  struct Node {
    int index = 0;
    const abi::TfLiteNode* node = nullptr;
    bool is_claimed = false;
  };
  std::vector<Node> plan;  // in execution order
  int tensor_count = 0;
  std::span<const int> outputs;  // of the subgraph
  bool one_node_each = false;    // every node is a group of its own
};

// The nodes of one group with the tensors that cross its border, ids in ascending order.
struct NodeGroup {
  bool is_claimed = false;
  std::vector<int> nodes;  // indices
  std::vector<int> inputs;
  std::vector<int> outputs;
};

// In an order in which they can run. Each group takes every node of its kind that is ready, so that no group
// needs another one both before and after itself; nodes that might have side effects keep their order.
Result<std::vector<NodeGroup>> GroupNodes(const GroupInputs& graph);

}  // namespace litevk
