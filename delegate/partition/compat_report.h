// The compatibility report: for every node what it is, whether the delegate runs it, why not, and in
// which partition. As JSON for programs and as a table for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/ir/graph.h"
#include "delegate/partition/verdict.h"
#include "runtime/base/status.h"

namespace litevk {

inline constexpr int kReportSchemaVersion = 1;

struct NodeReport {
  int index = 0;  // TFLite node index
  std::string op;
  bool is_custom = false;
  int version = 1;
  Verdict verdict;
  int partition = -1;  // -1: left to the interpreter
};

struct SubgraphReport {
  int subgraph = 0;
  int partitions = 0;
  std::vector<NodeReport> nodes;  // in execution order

  int DelegatedNodes() const;
};

// What the driver says of one compiled pipeline (VK_KHR_pipeline_executable_properties).
struct PipelineReport {
  std::string shader;
  std::string label;           // of the first dispatch that uses the pipeline
  std::vector<uint32_t> spec;  // words of its specialization
  std::vector<std::pair<std::string, double>> statistics;
};

struct CompatReport {
  std::string device;          // "" without one
  std::string device_message;  // why there is none
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<SubgraphReport> subgraphs;
  std::vector<PipelineReport> pipelines;
};

SubgraphReport MakeSubgraphReport(int subgraph, const ir::Graph& graph, const std::vector<Verdict>& verdicts);

std::string ToJson(const CompatReport& report);
// One line per entry, without line ends: a summary, then a row per node.
std::vector<std::string> ToTable(const SubgraphReport& report);

// Writes a file whole or not at all: into a temporary file beside it, which then takes its name.
Status WriteFileAtomically(const std::string& path, std::string_view text);

}  // namespace litevk
