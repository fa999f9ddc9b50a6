// The nodes of a model, with their device, time and error.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/model/profile.h"
#include "tools/run/bisect.h"

namespace litevk::bench {

enum class Location {
  kDispatch,   // the root of a dispatch
  kFused,      // part of another node's dispatch
  kPartition,  // in a partition without further details
  kPrepared,   // on the device, without a dispatch: computed at preparation, or a view of its input
  kCpu,        // run by a CPU kernel
};

struct ModelNode {
  int index = 0;  // index in its subgraph
  std::string op;
  std::vector<int> feeders;  // nodes whose results it reads
  std::string output;        // its first output: "float32 1x112x112x32"
  bool reads_model_input = false;
  bool makes_model_output = false;
  bool is_constant = false;  // computed only from constants and dims
  Location location = Location::kPartition;
  int partition = -1;           // -1: the CPU, or a partition of a delegate without a report
  int root = -1;                // node in whose dispatch it runs; itself if it has its own
  std::string reason;           // why the CPU runs it
  std::optional<double> us;     // time of its dispatches, or on the CPU; none if it runs in another's
  std::optional<double> error;  // see ErrorOf
  std::string error_text;
};

struct ModelSubgraph {
  std::string name;
  std::vector<ModelNode> nodes;  // in the order of the file, which is an order of execution
};

// Reads the subgraphs of the model file; the profile gives the device of each node. `departures` are those of
// the primary subgraph; none without a comparison.
Result<std::vector<ModelSubgraph>> ReadNodes(const std::filesystem::path& model, const Profile& profile,
                                             const std::vector<tools::Departure>& departures);

// Returns a result's difference in units of its tolerance (docs/NUMERICS.md): above 1 it is wrong. For
// results that must be equal, returns 0, or one more than the number of values that differ.
double ErrorOf(const tools::Difference& difference);

// Returns a text like "partition 0", "partition 0, in the dispatch of node 4", "CPU: not supported on the
// GPU".
std::string LocationText(const ModelNode& node);

}  // namespace litevk::bench
