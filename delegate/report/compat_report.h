// The compatibility report, as JSON for programs: the decision on every node, and what was built and run.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/report/subgraph_report.h"

namespace litevk {

inline constexpr int kReportSchemaVersion = 9;

// Statistics of one compiled pipeline from the driver (VK_KHR_pipeline_executable_properties).
struct PipelineReport {
  std::string shader;
  std::string label;           // label of the first dispatch that uses the pipeline
  std::vector<uint32_t> spec;  // words of its specialization
  std::vector<std::pair<std::string, double>> statistics;
};

// The work of a dispatch.
struct DispatchWork {
  std::array<uint32_t, 3> workgroups = {};
  double flops = 0;  // all of its node's, in the first of the dispatches that a node takes; 0 in the others
  double bytes = 0;  // each tensor that it reads and writes counts once, whole
};

// Device time of one dispatch: the time in the first run, and the mean of the later ones, if any.
struct DispatchReport {
  int node = -1;                 // TFLite index of the node that it runs
  std::vector<int> fused_nodes;  // TFLite indices of the nodes that were fused into it
  std::string label;
  std::string shader;
  double first_us = 0;
  double mean_us = 0;
  DispatchWork work = {};
};

// A step of the host, timed by its steady clock.
struct StepReport {
  std::string name;  // "submit"
  double begin_us = 0;
  double us = 0;
};

struct RunReport {
  std::vector<StepReport> steps;
  double device_begin_us = 0;       // begin of the first dispatch, by the device's clock
  std::vector<double> dispatch_us;  // times of the dispatches, in order; empty if the driver had none
};

// The building of a program and its first runs, with the option timeline_runs.
struct TimelineReport {
  std::vector<StepReport> build;
  std::vector<RunReport> runs;
};

// Results of a profiled program, written in the end.
struct ProfileReport {
  int64_t runs = 0;                // runs with times
  int64_t runs_without_times = 0;  // runs whose times the driver did not have
  std::vector<DispatchReport> dispatch_times;
  TimelineReport timeline;
};

// The inputs and outputs of a program's first run.
struct TrafficReport {
  size_t copies = 0;          // between staging and device memory
  uint64_t copied_bytes = 0;  // by these copies, and by the host
  uint64_t passed_bytes = 0;  // tensors that stayed on the device, from one partition to another
};

// A dispatch that only moves data.
struct MoveReport {
  int node = -1;  // TFLite index
  std::string op;
  std::string reason;  // why it is there
};

// A partition, or a stretch of one, as it was built for one set of input shapes.
struct ProgramReport {
  int subgraph = 0;
  int partition = 0;
  int first_node = 0;                          // TFLite index
  std::vector<std::vector<int>> input_shapes;  // shapes of its inputs at run time
  PartitionCost cost;                          // estimated for these shapes
  int64_t builds = 1;  // how often it was built, since few programs of a partition are kept
  size_t dispatches = 0;
  std::map<std::string, int> shaders;  // dispatches of each shader
  std::vector<MoveReport> moves;       // the dispatches that only move data
  size_t barriers = 0;
  size_t pipelines = 0;
  size_t new_pipelines = 0;          // those that no program of the process had used
  size_t submissions = 0;            // in each run
  double longest_submission_ms = 0;  // estimated; 0 without a limit
  uint64_t arena_bytes = 0;
  uint64_t io_bytes = 0;  // inputs and outputs of the partition
  uint64_t constant_bytes = 0;
  uint64_t shared_constant_bytes = 0;
  uint64_t device_memory_bytes = 0;   // memory of the process, when the program was built
  uint64_t staging_bytes = 0;         // staging for inputs and outputs
  uint64_t upload_staging_bytes = 0;  // staging for constants, while they are uploaded
  size_t copies = 0;                  // between staging and device memory, in a run with no tensor elsewhere
  bool zero_copy = false;             // the host writes inputs and reads outputs where the device does
  double tuning_ms = 0;  // with the option tuning: candidates compiled and timed, or read from their file
  double plan_ms = 0;    // lowering, memory plan, barriers
  double pipelines_ms = 0;
  std::vector<std::pair<std::string, double>> pipeline_times;  // shader and ms of each distinct one
  double upload_ms = 0;     // memory allocated, constants prepacked and uploaded
  double first_use_ms = 0;  // work of the driver when new pipelines were used first
  // With the option report_path, once the program has run.
  std::optional<TrafficReport> traffic;
  // With the option enable_op_profiling, when the interpreter has freed the partition.
  std::optional<ProfileReport> profile;
};

// A node that runs on the CPU, since the device cannot run it in the shapes of a plan.
struct FallbackReport {
  int subgraph = 0;
  int partition = 0;
  int node = 0;       // TFLite index
  Verdict verdict;    // in those shapes
  int64_t times = 1;  // how often a plan was made with it
};

// A failure of the device or of its memory, and what was done about it.
struct IncidentReport {
  int subgraph = 0;
  int partition = 0;
  std::string what;   // said of the partition
  int64_t times = 1;  // how often it happened
};

// A kernel that is not used again on the device, since the option verify has found wrong results.
struct SwitchedOffReport {
  int subgraph = 0;
  int partition = 0;
  int node = 0;      // TFLite index
  std::string what;  // "the algorithm tile", "fusion" or "the device"
  std::string why;   // the node, the value, its reference and bound

  bool operator==(const SwitchedOffReport&) const = default;
};

struct CompatReport {
  std::string device;          // "" without one
  std::string driver;          // its name and version
  std::string device_type;     // "discrete", "integrated", "virtual", "cpu" or "other"
  std::string device_message;  // why there is none
  // Questions with known answers that the device was asked, each with the outcome; empty: none was asked.
  std::vector<std::pair<std::string, std::string>> self_test;
  std::vector<std::pair<std::string, std::string>> options;
  std::string serialization_dir;  // the folder that the option means; "" where nothing is kept
  std::vector<SubgraphReport> subgraphs;
  std::vector<PipelineReport> pipelines;
  std::vector<ProgramReport> programs;  // each once, in the order in which they were first built
  int64_t unlisted_programs = 0;        // builds of further ones of partitions that have many
  std::vector<FallbackReport> fallbacks;
  std::vector<IncidentReport> incidents;
  std::vector<SwitchedOffReport> switched_off;
};

std::string ToJson(const CompatReport& report);

}  // namespace litevk
