// Divides a subgraph's nodes into groups that a delegate claims or leaves: TFLite's partitions.
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
  std::span<const int> outputs;  // outputs of the subgraph
  bool one_node_each = false;    // every node is a group of its own
};

// The nodes of one group and the tensors that cross its border, ids in ascending order.
struct NodeGroup {
  bool is_claimed = false;
  std::vector<int> nodes;  // indices of nodes
  std::vector<int> inputs;
  std::vector<int> outputs;
};

// Returns groups in an order in which they can run. Each group takes every ready node of its kind. So no
// group needs another one both before and after itself. Nodes that might have side effects keep their order.
Result<std::vector<NodeGroup>> GroupNodes(const GroupInputs& graph);

}  // namespace litevk
