// Nodes that are left to the interpreter, in one line for people.
#pragma once

#include <string>

#include "delegate/report/subgraph_report.h"

namespace litevk {

// Returns the first few reasons for which nodes are left, each with its first nodes: "of 4 nodes 1 is left to
// the CPU: node 3 RFFT2D: ...". Empty if no node is left. Nodes that another delegate runs do not count.
std::string DescribeLeftNodes(const SubgraphReport& subgraph);

}  // namespace litevk
