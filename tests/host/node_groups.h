// TFLite's partitioning, reimplemented: groups of nodes of one kind, epoch after epoch.
#pragma once

#include <vector>

#include "tests/host/fake_subgraph.h"

namespace litevk::test {

// Returns groups in the order in which they run, including groups of unclaimed nodes.
std::vector<NodeGroup> GroupByEpochs(const ModelSubgraph& model, const std::vector<int>& claimed);

}  // namespace litevk::test
