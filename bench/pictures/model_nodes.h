// The nodes of a model, and of each where it ran and what came of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/model/profile.h"
#include "tools/run/bisect.h"

namespace litevk::bench {

enum class Place {
  kDispatch,   // the root of a dispatch
  kFused,      // in the dispatch of another node
  kPartition,  // in a partition of which no more is known
  kPrepared,   // on the device, without a dispatch: computed when it was prepared, or a view of its input
  kCpu,        // one of the CPU's kernels
};

struct ModelNode {
  int index = 0;  // in its subgraph
  std::string op;
  std::vector<int> feeders;  // nodes whose results it reads
  std::string output;        // "float32 1x112x112x32" of its first output
  bool reads_model_input = false;
  bool makes_model_output = false;
  bool is_constant = false;  // computed from constants and dims alone
  Place place = Place::kPartition;
  int partition = -1;           // -1: the CPU, or a partition of a delegate that tells nothing
  int root = -1;                // the node in whose dispatch it runs; itself where it has its own
  std::string reason;           // why the CPU runs it
  std::optional<double> us;     // of its dispatches, or on the CPU; none where it runs in another's
  std::optional<double> error;  // see ErrorOf
  std::string error_text;
};

struct ModelSubgraph {
  std::string name;
  std::vector<ModelNode> nodes;  // in the order of the file, which is an order of execution
};

// The subgraphs of the model file, placed as the profile tells. `departures` are those of the primary
// subgraph; none without a comparison.
Result<std::vector<ModelSubgraph>> ReadNodes(const std::filesystem::path& model, const Profile& profile,
                                             const std::vector<tools::Departure>& departures);

// How much of what it may differ a result differs, docs/NUMERICS.md: above 1 it is wrong. Of what has to be
// equal 0, or one more than the number of values that are not.
double ErrorOf(const tools::Difference& difference);

// "partition 0", "partition 0, in the dispatch of node 4", "CPU: not supported on the GPU".
std::string PlaceText(const ModelNode& node);

}  // namespace litevk::bench
