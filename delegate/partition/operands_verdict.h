// What a node's signatures say of its operands: how many there are, their types and their quantization.
#pragma once

#include "delegate/kernel/op_spec.h"
#include "delegate/partition/reasons.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Returns a verdict with the kernel of `spec`, the node's operator, that takes the node's operands; else one
// that says what none takes.
Verdict JudgeOperands(const ir::Graph& graph, const ir::Node& node, const OpSpec& spec);

}  // namespace litevk
