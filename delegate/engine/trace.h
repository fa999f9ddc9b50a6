// A second program of a partition whose dispatches are those of the ordinary one, and which returns every
// tensor that they write whole.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/program.h"
#include "delegate/fuse/fused_node.h"
#include "delegate/lower/lowered_partition.h"
#include "delegate/verify/node_check.h"

namespace litevk {

class Trace {
 public:
  // Builds the program. The arguments must outlive the trace; the graph's dims are final.
  static Result<std::unique_ptr<Trace>> Make(const JudgedGraph& judged, const Partition& partition,
                                             const Engine& engine);

  // Runs on copies of the inputs. What the result refers to stays until the next run.
  Result<DeviceRun> Run(const std::vector<std::vector<std::byte>>& inputs);

  // Returns the node into whose dispatches the node at `position` went; null if it has none.
  const FusedNode* DispatchOf(int position) const;
  // Returns the shaders of the node's dispatches, with what their modules need: "conv_2d_tile (Shader)".
  std::string ShadersOf(const FusedNode& node) const;
  // Returns the choice that the lowering made for the node; null if it had none.
  const ChoicePoint* ChoiceOf(const FusedNode& node) const;

 private:
  Trace(const JudgedGraph& judged, const Partition& partition, const Engine& engine);
  Status Build();
  bool IsWinograd(const FusedNode& node) const;
  int NodeIndex(const FusedNode& node) const { return judged_.Node(node.position).index; }

  const JudgedGraph judged_;
  Engine engine_;        // without a report, dumps and checks
  Partition partition_;  // whose outputs are all tensors that dispatches write whole
  std::vector<FusedNode> nodes_;
  LoweredPartition lowered_;
  std::unique_ptr<Program> program_;
  std::vector<std::vector<std::byte>> before_;  // values of the last run
  std::vector<std::vector<std::byte>> inputs_;
  std::vector<std::vector<std::byte>> outputs_;
};

}  // namespace litevk
