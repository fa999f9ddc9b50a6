// Keeps the compatibility report of the model that a delegate was last applied to, and its file.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/partition/compat_report.h"
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
  void SetNoDevice(const std::string& reason);
  // Replaces what was known of the subgraph; of every subgraph when it is the main one of another interpreter
  // than before. `context` tells interpreters apart and is never read: the address of the subgraph's context.
  void SetSubgraph(const void* context, SubgraphReport subgraph);
  void AddPipelines(std::vector<PipelineReport> pipelines);
  void AddFallbacks(std::vector<FallbackReport> fallbacks);
  // Returns a number by which what is known later of the program are added later.
  int64_t AddProgram(ProgramReport program);
  // All ignored where the program is another model's by now.
  void SetFirstUse(int64_t program, double milliseconds);
  void SetTraffic(int64_t program, const TrafficReport& traffic);
  void SetProfile(int64_t program, ProfileReport profile);

 private:
  ProgramReport* FindProgram(int64_t program);
  void Write();

  const std::string path_;
  const Logger logger_;
  std::mutex mutex_;
  const void* main_context_ = nullptr;
  CompatReport report_;
  int64_t programs_before_ = 0;  // those that the report no longer has
};

}  // namespace litevk
