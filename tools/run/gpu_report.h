// litevk's report (docs/REPORT.md) on a model that was prepared or run.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/status.h"

namespace litevk::tools {

struct DispatchRow {
  int subgraph = 0;
  int partition = 0;                   // within its subgraph
  int node = 0;                        // the dispatch's root node
  std::string op;                      // operator of the root node: "CONV_2D"
  std::vector<int> fused_nodes;        // nodes that run in the dispatch too
  std::vector<std::string> fused_ops;  // operator and index of each fused node: "RELU 4"
  std::string label;
  std::string shader;
  std::array<uint32_t, 3> workgroups = {};
  double flops = 0;
  double bytes = 0;
  double first_us = 0;
  double mean_us = 0;
};

struct NodeRow {
  int subgraph = 0;
  int node = 0;
  std::string op;
  int partition = -1;        // -1: the interpreter runs it
  std::string reason;        // why the interpreter runs it
  bool is_fallback = false;  // belongs to the partition, but ran on the CPU in the shapes of this run
};

// A step of a build or a run, with times of the host's steady clock in microseconds.
struct Step {
  std::string name;  // "submit"
  double begin_us = 0;
  double us = 0;
};

struct ProgramRun {
  std::vector<Step> steps;
  double device_begin_us = 0;  // time of the device's clock
  std::vector<double> dispatch_us;
};

// The steps of a program's build and of its runs (the delegate's option timeline_runs).
struct ProgramTimeline {
  int subgraph = 0;
  int partition = 0;
  size_t first_dispatch = 0;  // index in GpuReport::dispatches of the program's first dispatch
  std::vector<Step> build;
  std::vector<ProgramRun> runs;
};

// Sums over the partitions.
struct ProgramTotals {
  int64_t dispatches = 0;
  int64_t barriers = 0;
  int64_t pipelines = 0;
  int64_t arena_bytes = 0;
  int64_t io_bytes = 0;
  int64_t constant_bytes = 0;
  int64_t staging_bytes = 0;
  int64_t upload_staging_bytes = 0;
  int64_t copies = 0;
  double tuning_ms = 0;
  double plan_ms = 0;
  double pipelines_ms = 0;
  double upload_ms = 0;
  double first_use_ms = 0;  // see docs/REPORT.md
};

// Sums of the estimates by which the delegate decided.
struct EstimatedTimes {
  double device_us = 0;
  double cpu_us = 0;
};

struct GpuReport {
  std::string library_version;
  std::string device;  // empty without a device
  std::string driver;
  std::string device_type;     // "discrete", ..., "cpu"
  std::string device_message;  // why there is no device
  std::string message;         // why the delegate takes no node of the model
  std::string policy;          // sentence on the policy by which partitions go to the device
  int nodes_total = 0;
  int nodes_delegated = 0;
  int partitions = 0;
  int programs = 0;         // partitions that were built for the device
  EstimatedTimes claimed;   // sums over the partitions on the device
  EstimatedTimes left_out;  // sums over the partitions that the interpreter runs instead
  ProgramTotals totals;
  std::vector<NodeRow> nodes;
  std::vector<DispatchRow> dispatches;     // in order of execution; empty unless a profiled run has ended
  std::vector<ProgramTimeline> timelines;  // empty unless a profiled run has ended
};

Result<GpuReport> ReadGpuReport(const std::filesystem::path& path);

}  // namespace litevk::tools
