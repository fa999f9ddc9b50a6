// Keeps the compatibility report of the model that a delegate was last applied to, and its file. Each
// program, fallback and pipeline is listed once and counted, and the lists are bounded. A model whose shapes
// change in every run thus takes no more memory and time in the last run than in the first.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/report/compat_report.h"
#include "runtime/base/log.h"

namespace litevk {

// Safe from any thread.
class ReportWriter {
 public:
  // No file is written when the path is empty.
  ReportWriter(std::string path, Logger logger, std::vector<std::pair<std::string, std::string>> options);

  bool has_file() const { return !path_.empty(); }

  // `type` is a vk::DeviceTypeName.
  void SetDevice(const std::string& name, const std::string& driver, std::string_view type);
  // Sets the outcome of each question of the device's self-test (OutcomesOf).
  void SetSelfTest(std::vector<std::pair<std::string, std::string>> outcomes);
  void SetNoDevice(const std::string& reason);
  // Sets the folder in which compiled pipelines are kept; "" if they are not kept.
  void SetSerializationDir(const std::string& folder);
  // Replaces the report of the subgraph, or of all subgraphs when it is the main one of another interpreter
  // than before. `context` tells interpreters apart and is never read: the address of the subgraph's context.
  void SetSubgraph(const void* context, SubgraphReport subgraph);
  // Returns DescribeRefusals of the subgraphs that are known.
  std::string Refusals();
  void AddPipelines(std::vector<PipelineReport> pipelines);
  void AddFallbacks(std::vector<FallbackReport> fallbacks);
  // Adds an incident, or counts one that is listed already.
  void AddIncident(IncidentReport incident);
  // Adds a kernel that is switched off, unless the list is full or has it.
  void AddSwitchedOff(SwitchedOffReport entry);
  // Adds a program, or counts one that is listed already. Returns the number with which SetTraffic and
  // SetProfile add to it; none if the report lists enough programs of the partition.
  std::optional<int64_t> AddProgram(ProgramReport program);
  // True if AddProgram would list the program. Callers ask before they collect costly data.
  bool WouldList(const ProgramReport& program);
  // Adds the traffic or the profile, unless the program is another model's by now. Traffic is the first
  // build's, and the profiles of all builds are added up.
  void SetTraffic(int64_t program, const TrafficReport& traffic);
  void SetProfile(int64_t program, ProfileReport profile);
  // Writes the counts that have changed since the file was written.
  void WriteCounts();

 private:
  std::vector<ProgramReport>::iterator SameProgram(const ProgramReport& program);
  bool HasRoom(const ProgramReport& program) const;
  // Returns true if the fallback is listed now and was not before.
  bool AddFallback(FallbackReport fallback);
  ProgramReport* FindProgram(int64_t program);
  void Write();

  const std::string path_;
  const Logger logger_;
  std::mutex mutex_;
  const void* main_context_ = nullptr;
  CompatReport report_;
  int64_t programs_before_ = 0;  // programs that the report no longer has
  bool is_counted_ = false;      // since the file was written
  bool has_warned_ = false;      // that the file cannot be written
};

}  // namespace litevk
