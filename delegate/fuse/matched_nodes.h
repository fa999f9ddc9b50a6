// The nodes of a partition as fusion sees them: those that a pattern matches are one node, at the position of
// the last of them, which reads what the pattern captured.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "delegate/fuse/fusion.h"
#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/judged_graph.h"
#include "runtime/ir/graph.h"

namespace litevk {

class MatchedNodes {
 public:
  // `outputs` are the partition's runtime outputs. With `match` false no pattern is looked for.
  MatchedNodes(const JudgedGraph& judged, std::span<const int> positions,
               std::span<const ir::TensorId> outputs, bool match);

  const ir::Graph& graph() const { return judged_.graph; }
  const ir::Node& Node(int position) const { return judged_.Node(position); }
  // The kernel of the pattern whose last node it is, else the node's own.
  const GpuKernel& KernelAt(int position) const;
  NodeView View(int position) const { return {graph(), Node(position), judged_.limits, &KernelAt(position)}; }
  // The pattern whose last node it is, or null.
  const std::shared_ptr<const FusionMatch>& MatchAt(int position) const {
    return match_[static_cast<size_t>(position)];
  }
  // Whether a pattern has the node before its last: nobody sees it.
  bool IsWithin(int position) const { return is_within_[static_cast<size_t>(position)]; }

  std::vector<ir::TensorId> InputsOf(int position) const;
  // The positions of the tensor's readers, each as often as it reads.
  const std::vector<int>& ReadersOf(ir::TensorId id) const { return readers_[static_cast<size_t>(id)]; }
  // Nobody outside of the partition reads it, so that it need not exist in memory.
  bool StaysInside(ir::TensorId id) const { return !is_output_[static_cast<size_t>(id)]; }
  // True if the tensor stays inside and is read once.
  bool IsPrivate(ir::TensorId id) const { return ReadersOf(id).size() == 1 && StaysInside(id); }

  // What a node does to its input `input` as elementwise steps; none where it is no elementwise node of it.
  std::vector<EpilogueStep> StepsOf(int position, int input) const;
  bool IsElementwise(int position) const;
  // What the node does to its input `input` as a step of integers; nothing where it is none.
  std::optional<IntegerStep> IntegerStepOf(int position, int input) const;
  // The numbers that the node makes of the floats it reads, where they may be stored; none where it does
  // anything else.
  std::vector<int32_t> StoredNumbersOf(int position) const;

 private:
  JudgedGraph judged_;
  std::vector<bool> is_output_;                            // by ir::TensorId
  std::vector<std::vector<int>> readers_;                  // by ir::TensorId
  std::vector<std::shared_ptr<const FusionMatch>> match_;  // by position
  std::vector<bool> is_within_;                            // by position
};

}  // namespace litevk
