// Node data for Model Explorer, which colours the nodes of its graph of a model by them.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/pictures/model_nodes.h"

namespace litevk::bench {

// A file holds one value for each node, so there is a file for each kind of value: NAME.where.json,
// NAME.time.json and, where nodes were compared, NAME.error.json for a `path` of NAME.json. Nodes are named
// by their index, which is the id that Model Explorer's adapter for .tflite files gives them, within the name
// of their subgraph. Returns what was written.
Result<std::vector<std::filesystem::path>> WriteNodeData(const std::filesystem::path& path,
                                                         const std::vector<ModelSubgraph>& subgraphs);

}  // namespace litevk::bench
