// TFLite's partitioning, restated: groups of nodes of one kind, epoch after epoch.
#pragma once

#include <vector>

#include "tests/host/fake_subgraph.h"

namespace litevk::test {

// In the order in which they run, groups of unclaimed nodes included.
std::vector<NodeGroup> GroupByEpochs(const ModelSubgraph& model, const std::vector<int>& claimed);

}  // namespace litevk::test
