// Checks of a node's operands against its signatures: their number, their types and their quantization.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/verdict/reasons.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns a verdict with the kernel of `spec`, the node's operator, that takes the node's operands. If none
// does, the verdict says which operand is refused.
Verdict JudgeOperands(const ir::Graph& graph, const ir::Node& node, const OpSpec& spec);

}  // namespace litevk
