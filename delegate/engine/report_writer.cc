#include "delegate/engine/report_writer.h"
#include "delegate/report/refusals.h"
#include "runtime/platform/files.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace litevk {
namespace {

// Far more than the sizes that a model is used in, and few enough to write at any time.
constexpr std::ptrdiff_t kMostProgramsOfPartition = 16;
constexpr std::ptrdiff_t kMostReasonsOfNode = 4;
constexpr size_t kMostPipelines = 1024;
constexpr size_t kMostIncidents = 64;
constexpr size_t kMostSwitchedOff = 256;

auto IdentityOf(const ProgramReport& program) {
  return std::tie(program.subgraph, program.partition, program.first_node, program.input_shapes);
}

auto NodeOf(const FallbackReport& fallback) {
  return std::tie(fallback.subgraph, fallback.partition, fallback.node);
}

// Returns the number of runs after the first of a build, which weigh its means.
double LaterRuns(const ProfileReport& profile) {
  return static_cast<double>(std::max<int64_t>(profile.runs - 1, 1));
}

// Adds the profile of another build of the same program.
void AddRuns(const ProfileReport& later, ProfileReport& sum) {
  const double before = LaterRuns(sum);
  const double more = LaterRuns(later);
  if (sum.dispatch_times.empty()) sum.dispatch_times = later.dispatch_times;
  for (size_t i = 0; i < std::min(sum.dispatch_times.size(), later.dispatch_times.size()); ++i) {
    double& mean = sum.dispatch_times[i].mean_us;
    mean = (before * mean + more * later.dispatch_times[i].mean_us) / (before + more);
  }
  sum.runs += later.runs;
  sum.runs_without_times += later.runs_without_times;
}

}  // namespace

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

void ReportWriter::SetSelfTest(std::vector<std::pair<std::string, std::string>> outcomes) {
  const std::scoped_lock lock(mutex_);
  report_.self_test = std::move(outcomes);
}

void ReportWriter::SetNoDevice(const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  report_.device_message = reason;
}

void ReportWriter::SetSerializationDir(const std::string& folder) {
  const std::scoped_lock lock(mutex_);
  report_.serialization_dir = folder;
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
    report_.incidents.clear();
    programs_before_ += static_cast<int64_t>(report_.programs.size());
    report_.programs.clear();
    report_.unlisted_programs = 0;
  }
  const auto same = std::ranges::find(report_.subgraphs, subgraph.subgraph, &SubgraphReport::subgraph);
  if (same == report_.subgraphs.end()) {
    report_.subgraphs.push_back(std::move(subgraph));
  } else {
    *same = std::move(subgraph);
  }
  Write();
}

std::string ReportWriter::Refusals() {
  const std::scoped_lock lock(mutex_);
  return DescribeRefusals(report_.subgraphs);
}

void ReportWriter::AddPipelines(std::vector<PipelineReport> pipelines) {
  const std::scoped_lock lock(mutex_);
  for (PipelineReport& pipeline : pipelines) {
    const auto is_same = [&](const PipelineReport& listed) {
      return listed.shader == pipeline.shader && listed.spec == pipeline.spec;
    };
    if (report_.pipelines.size() == kMostPipelines || std::ranges::any_of(report_.pipelines, is_same))
      continue;
    report_.pipelines.push_back(std::move(pipeline));
  }
  Write();
}

void ReportWriter::AddFallbacks(std::vector<FallbackReport> fallbacks) {
  const std::scoped_lock lock(mutex_);
  bool has_new = false;
  for (FallbackReport& fallback : fallbacks) has_new |= AddFallback(std::move(fallback));
  is_counted_ = true;
  if (has_new) Write();
}

bool ReportWriter::AddFallback(FallbackReport fallback) {
  const auto of_node = [&](const FallbackReport& listed) { return NodeOf(listed) == NodeOf(fallback); };
  const auto same = std::ranges::find_if(report_.fallbacks, [&](const FallbackReport& listed) {
    return of_node(listed) && listed.verdict.reason == fallback.verdict.reason;
  });
  if (same != report_.fallbacks.end()) {
    ++same->times;
    return false;
  }
  if (std::ranges::count_if(report_.fallbacks, of_node) >= kMostReasonsOfNode) return false;
  report_.fallbacks.push_back(std::move(fallback));
  return true;
}

void ReportWriter::AddIncident(IncidentReport incident) {
  const std::scoped_lock lock(mutex_);
  const auto same = std::ranges::find_if(report_.incidents, [&](const IncidentReport& listed) {
    return listed.subgraph == incident.subgraph && listed.partition == incident.partition &&
           listed.what == incident.what;
  });
  if (same != report_.incidents.end()) {
    ++same->times;
    is_counted_ = true;
  } else if (report_.incidents.size() < kMostIncidents) {
    report_.incidents.push_back(std::move(incident));
    Write();
  }
}

void ReportWriter::AddSwitchedOff(SwitchedOffReport entry) {
  const std::scoped_lock lock(mutex_);
  std::vector<SwitchedOffReport>& listed = report_.switched_off;
  if (listed.size() >= kMostSwitchedOff || std::ranges::find(listed, entry) != listed.end()) return;
  listed.push_back(std::move(entry));
  Write();
}

std::vector<ProgramReport>::iterator ReportWriter::SameProgram(const ProgramReport& program) {
  return std::ranges::find_if(report_.programs, [&](const ProgramReport& listed) {
    return IdentityOf(listed) == IdentityOf(program);
  });
}

bool ReportWriter::HasRoom(const ProgramReport& program) const {
  const auto is_neighbour = [&](const ProgramReport& listed) {
    return listed.subgraph == program.subgraph && listed.partition == program.partition &&
           listed.first_node == program.first_node;
  };
  return std::ranges::count_if(report_.programs, is_neighbour) < kMostProgramsOfPartition;
}

bool ReportWriter::WouldList(const ProgramReport& program) {
  const std::scoped_lock lock(mutex_);
  return SameProgram(program) == report_.programs.end() && HasRoom(program);
}

std::optional<int64_t> ReportWriter::AddProgram(ProgramReport program) {
  const std::scoped_lock lock(mutex_);
  is_counted_ = true;
  if (const auto same = SameProgram(program); same != report_.programs.end()) {
    ++same->builds;
    return programs_before_ + (same - report_.programs.begin());
  }
  if (!HasRoom(program)) {
    ++report_.unlisted_programs;
    return std::nullopt;
  }
  report_.programs.push_back(std::move(program));
  Write();
  return programs_before_ + static_cast<int64_t>(report_.programs.size()) - 1;
}

void ReportWriter::SetProfile(int64_t program, ProfileReport profile) {
  const std::scoped_lock lock(mutex_);
  ProgramReport* report = FindProgram(program);
  if (report == nullptr) return;
  is_counted_ = true;
  if (report->profile.has_value()) return AddRuns(profile, *report->profile);
  report->profile = std::move(profile);
  Write();
}

void ReportWriter::SetTraffic(int64_t program, const TrafficReport& traffic) {
  const std::scoped_lock lock(mutex_);
  ProgramReport* report = FindProgram(program);
  if (report == nullptr || report->traffic.has_value()) return;
  report->traffic = traffic;
  Write();
}

ProgramReport* ReportWriter::FindProgram(int64_t program) {
  if (program < programs_before_) return nullptr;
  return &report_.programs[static_cast<size_t>(program - programs_before_)];
}

void ReportWriter::WriteCounts() {
  const std::scoped_lock lock(mutex_);
  if (is_counted_) Write();
}

void ReportWriter::Write() {
  is_counted_ = false;
  if (path_.empty()) return;
  const Status status = WriteFileAtomically(path_, ToJson(report_));
  if (!status.ok() && !std::exchange(has_warned_, true)) logger_.Warning("report " + status.message());
}

}  // namespace litevk
