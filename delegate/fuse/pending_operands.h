// Nodes that move elements for a single reader, which may read them at their source: PAD and SLICE beside a
// convolution's result.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/gpu_kernel.h"

namespace litevk {

struct PendingOperand {
  int position = 0;  // the node's, in ir::Graph::nodes
  ir::TensorId output = ir::kAbsent;
  ir::TensorId source = ir::kAbsent;
  StridedView rows;  // view of the output in the source
};

// Returns the node's single output as an operand, if it is rows of an input and only `reader` reads it.
// Nothing unless `reader` may be steps of another operand's dispatch that read the output element by element.
std::optional<PendingOperand> AsOperand(const NodeView& view, int position, const NodeView& reader);

class PendingOperands {
 public:
  void Add(const PendingOperand& operand) { operands_[operand.output] = operand; }
  // Returns the operand with this output; null if no node waits for its reader.
  const PendingOperand* Find(ir::TensorId output) const;
  void Remove(ir::TensorId output) { operands_.erase(output); }
  // Lets the first step that reads a pending operand read it at its source. Returns the operand; null if no
  // step reads one.
  const PendingOperand* ReadAtSource(std::vector<EpilogueStep>& steps) const;

 private:
  std::unordered_map<ir::TensorId, PendingOperand> operands_;  // by output
};

}  // namespace litevk
