// The name of a node's operator, as diagnostics give it.
#pragma once

#include <string>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Returns "CONV_2D", the name of a custom operator, or "operator 200" for a code without a record.
std::string OperatorOf(const ir::Node& node);

}  // namespace litevk::to_onnx
