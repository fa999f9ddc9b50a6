// Names of operators for messages, also of those that have no row in the operator table.
#pragma once

#include <string>

#include "runtime/ir/graph.h"

namespace litevk {

// "CONV_2D"; a custom operator's own name; "BUILTIN_300" for a code newer than the list.
std::string OpName(const ir::Node& node);

}  // namespace litevk
