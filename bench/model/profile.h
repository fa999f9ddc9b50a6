// The time of every operator of a model. It is measured in a session of its own, so that timestamps and
// clocks do not disturb the other measurements.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/model/model_session.h"

namespace litevk::bench {

// Time of one operator: of a dispatch on the GPU, or of a node on the CPU.
struct OperatorTime {
  int node = 0;  // index in the model; for a dispatch, that of its root
  std::string op;
  std::string where;    // "gpu", "cpu", or "delegate" for a partition whose dispatches are not known
  std::string label;    // label of the dispatch, or the node's index
  double first_us = 0;  // time of the first run
  double mean_us = 0;   // mean of the later runs
  int subgraph = 0;
  // Facts of a dispatch; other nodes leave them empty.
  int partition = -1;
  std::string shader;
  std::vector<int> fused_nodes;
  std::vector<std::string> fused_ops;  // "RELU 4"
  std::array<uint32_t, 3> workgroups = {};
  double flops = 0;
  double bytes = 0;
};

// Returns the facts and times in one row of the delegate's report.
OperatorTime TimeOfDispatch(const tools::DispatchRow& row);

// Times of one node of the plan, one for each run. A partition is a node too.
struct NodeTimes {
  std::string name;  // "CONV_2D node 3"
  std::vector<double> us;
};

struct Profile {
  std::vector<double> runs_ms;          // by the host's clock
  std::vector<OperatorTime> operators;  // in the order of the nodes
  std::vector<tools::Step> steps;       // steps of the session, from loading the model to its last run
  std::vector<NodeTimes> nodes;         // in the order of the plan; runs from the first inference on
  std::vector<tools::Array> inputs;     // inputs of the runs
  int subgraph = 0;                     // index of the subgraph that ran
  std::optional<tools::GpuReport> gpu;  // none if the delegate is not litevk, or there is none
};

// Runs as often as `arguments` say; if they ask for pictures, --num_runs times.
Result<Profile> ProfileModel(const BenchArguments& arguments, const Backend& backend);

}  // namespace litevk::bench
