// The estimates of partition_policy=auto for a model on the CPU, for the program that measures their rates.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "runtime/base/status.h"

namespace litevk::bench {

// Returns the nodes that a run computes, and estimates of the model for one thread and for two. A node has
// its work and the kernels of litevk's interpreter. Nodes whose dims the model leaves open are left out.
Result<nlohmann::ordered_json> CpuEstimates(const std::filesystem::path& path);

}  // namespace litevk::bench
