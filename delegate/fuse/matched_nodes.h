// The nodes of a partition as fusion sees them. Nodes that a pattern matches are one node, at the position of
// the last of them, which reads the pattern's captures.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "delegate/fuse/fusion.h"
#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/judged_graph.h"
#include "runtime/ir/graph.h"
#include "runtime/ir/graph_index.h"

namespace litevk {

class MatchedNodes {
 public:
  // `outputs` are the partition's runtime outputs. With `match` false no pattern is looked for.
  MatchedNodes(const JudgedGraph& judged, std::span<const int> positions,
               std::span<const ir::TensorId> outputs, bool match);

  const ir::Graph& graph() const { return judged_.graph; }
  const ir::Node& Node(int position) const { return judged_.Node(position); }
  // Returns the kernel of the pattern whose last node this is, else the node's own.
  const GpuKernel& KernelAt(int position) const;
  NodeView View(int position) const { return {graph(), Node(position), judged_.limits, &KernelAt(position)}; }
  // Returns the pattern whose last node this is, or null.
  const std::shared_ptr<const FusionMatch>& MatchAt(int position) const {
    return match_[static_cast<size_t>(position)];
  }
  // True if a pattern has the node before its last one, so that nothing else sees the node.
  bool IsWithin(int position) const { return is_within_[static_cast<size_t>(position)]; }

  std::vector<ir::TensorId> InputsOf(int position) const;
  // Returns the positions of the tensor's readers.
  const std::vector<int>& ReadersOf(ir::TensorId id) const { return index_.ConsumersOf(id); }
  // True if nothing outside of the partition reads the tensor, so that it need not exist in memory.
  bool StaysInside(ir::TensorId id) const { return !index_.IsOutput(id); }
  // True if the tensor stays inside and is read once.
  bool IsPrivate(ir::TensorId id) const {
    return index_.reads[static_cast<size_t>(id)] == 1 && StaysInside(id);
  }

  // Returns the node as steps on its input `input`; none if it cannot be that.
  std::vector<EpilogueStep> StepsOf(int position, int input) const;
  bool IsElementwise(int position) const;
  // Returns the node as the conversion of values that it reads as they are stored; none if the node does
  // anything else.
  StorageConversion StoreOf(int position) const;

 private:
  JudgedGraph judged_;
  ir::GraphIndex index_;                                   // a pattern's nodes are one
  std::vector<std::shared_ptr<const FusionMatch>> match_;  // by position
  std::vector<bool> is_within_;                            // by position
};

}  // namespace litevk
