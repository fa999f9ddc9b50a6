// Why the delegate takes no node of a model, in one line for people.
#pragma once

#include <span>
#include <string>

#include "delegate/partition/subgraph_report.h"

namespace litevk {

// "no node of 3 runs on the GPU: 2 times "not supported on the GPU" (SIN, COS), ...": the most frequent
// reasons first, with the operators that have each. Empty where a node is delegated, and where there is none.
std::string DescribeRefusals(std::span<const SubgraphReport> subgraphs);

}  // namespace litevk
