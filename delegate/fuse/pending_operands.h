// Nodes that put elements elsewhere for one reader alone, which may read them where they are: PAD and SLICE
// beside a convolution's result.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/gpu_kernel.h"

namespace litevk {

struct PendingOperand {
  int position = 0;  // of the node, in ir::Graph::nodes
  ir::TensorId output = ir::kAbsent;
  ir::TensorId source = ir::kAbsent;
  RowView rows;  // of the output in the source
};

// The node's one output as an operand, where that is rows of an input and `reader`, which alone reads it, may
// be steps of another operand's dispatch that read it element by element.
std::optional<PendingOperand> AsOperand(const NodeView& view, int position, const NodeView& reader);

class PendingOperands {
 public:
  void Add(const PendingOperand& operand) { operands_[operand.output] = operand; }
  // Null where no node waits for the reader of `output`.
  const PendingOperand* Find(ir::TensorId output) const;
  void Remove(ir::TensorId output) { operands_.erase(output); }
  // Lets the first step that reads one of these read it at its source; null where none does.
  const PendingOperand* ReadAtSource(std::vector<EpilogueStep>& steps) const;

 private:
  std::unordered_map<ir::TensorId, PendingOperand> operands_;  // by output
};

}  // namespace litevk
