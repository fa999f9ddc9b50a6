// What a node's signatures say of its operands: how many there are, their types and their quantization.
#pragma once

#include <optional>

#include "delegate/lower/op_spec.h"
#include "delegate/partition/verdict.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Nothing when one of the operator's device signatures takes the node's operands. `spec` is the node's.
std::optional<Verdict> JudgeOperands(const ir::Graph& graph, const ir::Node& node, const OpSpec& spec);

}  // namespace litevk
