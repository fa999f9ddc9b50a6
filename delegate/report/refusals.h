// Reasons why the delegate takes no node of a model, in one line for people.
#pragma once

#include <span>
#include <string>

#include "delegate/report/subgraph_report.h"

namespace litevk {

// Returns text such as "no node of 3 runs on the GPU: 2 times "not supported on the GPU" (SIN, COS), ...".
// The most frequent reasons come first, with the operators that have each. Empty if a node is delegated, or
// if there is no node.
std::string DescribeRefusals(std::span<const SubgraphReport> subgraphs);

}  // namespace litevk
