// Node data for Model Explorer, which colours the nodes of its model graph by it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/pictures/model_nodes.h"

namespace litevk::bench {

// Writes one file per property, since a file holds one value for each node. For a `path` of NAME.json the
// files are NAME.where.json, NAME.time.json and, if nodes were compared, NAME.error.json. Nodes are
// identified by their index within the name of their subgraph; Model Explorer's adapter for .tflite files
// uses the same ids. Returns the written files.
Result<std::vector<std::filesystem::path>> WriteNodeData(const std::filesystem::path& path,
                                                         const std::vector<ModelSubgraph>& subgraphs);

}  // namespace litevk::bench
