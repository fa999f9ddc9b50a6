#include "delegate/engine/report_writer.h"
#include "runtime/base/files.h"

#include <algorithm>
#include <iterator>

namespace litevk {

ReportWriter::ReportWriter(std::string path, Logger logger,
                           std::vector<std::pair<std::string, std::string>> options)
    : path_(std::move(path)), logger_(logger) {
  report_.options = std::move(options);
}

void ReportWriter::SetDevice(const std::string& name, const std::string& driver, std::string_view type) {
  const std::scoped_lock lock(mutex_);
  report_.device = name;
  report_.driver = driver;
  report_.device_type = type;
}

void ReportWriter::SetNoDevice(const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  report_.device_message = reason;
}

void ReportWriter::SetSubgraph(const void* context, SubgraphReport subgraph) {
  if (logger_.enabled(LogLevel::kInfo)) {
    for (const std::string& line : ToTable(subgraph)) logger_.Info(line);
  }
  const std::scoped_lock lock(mutex_);
  if (subgraph.subgraph == 0 && context != main_context_) {
    main_context_ = context;
    report_.subgraphs.clear();
    report_.pipelines.clear();
    report_.fallbacks.clear();
    programs_before_ += static_cast<int64_t>(report_.programs.size());
    report_.programs.clear();
  }
  const auto same = std::ranges::find(report_.subgraphs, subgraph.subgraph, &SubgraphReport::subgraph);
  if (same == report_.subgraphs.end()) {
    report_.subgraphs.push_back(std::move(subgraph));
  } else {
    *same = std::move(subgraph);
  }
  Write();
}

void ReportWriter::AddPipelines(std::vector<PipelineReport> pipelines) {
  const std::scoped_lock lock(mutex_);
  std::ranges::move(pipelines, std::back_inserter(report_.pipelines));
  Write();
}

void ReportWriter::AddFallbacks(std::vector<FallbackReport> fallbacks) {
  const std::scoped_lock lock(mutex_);
  std::ranges::move(fallbacks, std::back_inserter(report_.fallbacks));
  Write();
}

int64_t ReportWriter::AddProgram(ProgramReport program) {
  const std::scoped_lock lock(mutex_);
  report_.programs.push_back(std::move(program));
  Write();
  return programs_before_ + static_cast<int64_t>(report_.programs.size()) - 1;
}

void ReportWriter::SetProfile(int64_t program, ProfileReport profile) {
  const std::scoped_lock lock(mutex_);
  ProgramReport* report = FindProgram(program);
  if (report == nullptr) return;
  report->profile = std::move(profile);
  Write();
}

void ReportWriter::SetFirstUse(int64_t program, double milliseconds) {
  const std::scoped_lock lock(mutex_);
  ProgramReport* report = FindProgram(program);
  if (report == nullptr) return;
  report->first_use_ms = milliseconds;
  Write();
}

void ReportWriter::SetTraffic(int64_t program, const TrafficReport& traffic) {
  const std::scoped_lock lock(mutex_);
  ProgramReport* report = FindProgram(program);
  if (report == nullptr) return;
  report->traffic = traffic;
  Write();
}

ProgramReport* ReportWriter::FindProgram(int64_t program) {
  if (program < programs_before_) return nullptr;
  return &report_.programs[static_cast<size_t>(program - programs_before_)];
}

void ReportWriter::Write() {
  if (path_.empty()) return;
  const Status status = WriteFileAtomically(path_, ToJson(report_));
  if (!status.ok()) logger_.Warning("report " + status.message());
}

}  // namespace litevk
