#include "tools/run/gpu_report.h"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "delegate/report/compat_report.h"
#include "runtime/platform/files.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::json;
using OpNames = std::map<std::pair<int, int>, std::string>;  // keyed by subgraph and node

// Adds up the estimates of partitions that the device runs, and separately those of partitions left out.
void ReadEstimates(const Json& estimates, GpuReport& report) {
  for (const Json& estimate : estimates) {
    EstimatedTimes& times = estimate.at("partition").is_null() ? report.left_out : report.claimed;
    times.device_us += estimate.at("device_us").get<double>();
    times.cpu_us += estimate.at("cpu_us").get<double>();
  }
}

OpNames ReadSubgraphs(const Json& subgraphs, GpuReport& report) {
  OpNames names;
  for (const Json& subgraph : subgraphs) {
    report.nodes_total += subgraph.at("nodes_total").get<int>();
    report.nodes_delegated += subgraph.at("nodes_delegated").get<int>();
    report.partitions += subgraph.at("partitions").get<int>();
    const int index = subgraph.at("subgraph");
    ReadEstimates(subgraph.at("estimates"), report);
    for (const Json& node : subgraph.at("nodes")) {
      const Json& partition = node.at("partition");
      report.nodes.push_back({.subgraph = index,
                              .node = node.at("index"),
                              .op = node.value("custom_name", node.at("op").get<std::string>()),
                              .partition = partition.is_null() ? -1 : partition.get<int>(),
                              .reason = node.at("reason")});
      names[{index, node.at("index")}] = node.at("op");
    }
  }
  return names;
}

void AddTotals(const Json& program, ProgramTotals& totals) {
  totals.dispatches += program.at("dispatches").get<int64_t>();
  totals.barriers += program.at("barriers").get<int64_t>();
  totals.pipelines += program.at("pipelines").get<int64_t>();
  totals.arena_bytes += program.at("arena_bytes").get<int64_t>();
  totals.io_bytes += program.at("io_bytes").get<int64_t>();
  totals.constant_bytes += program.at("constant_bytes").get<int64_t>();
  totals.staging_bytes += program.at("staging_bytes").get<int64_t>();
  totals.upload_staging_bytes += program.at("upload_staging_bytes").get<int64_t>();
  totals.copies += program.at("copies").get<int64_t>();
  totals.tuning_ms += program.at("tuning_ms").get<double>();
  totals.plan_ms += program.at("plan_ms").get<double>();
  totals.pipelines_ms += program.at("pipelines_ms").get<double>();
  totals.upload_ms += program.at("upload_ms").get<double>();
  totals.first_use_ms += program.at("first_use_ms").get<double>();
}

std::string NameOf(const OpNames& names, int subgraph, int node) {
  const auto name = names.find({subgraph, node});
  return name == names.end() ? "unknown" : name->second;
}

void ReadFallbacks(const Json& json, GpuReport& report) {
  if (!json.contains("fallbacks")) return;
  for (const Json& fallback : json.at("fallbacks")) {
    for (NodeRow& row : report.nodes) {
      if (row.subgraph != fallback.at("subgraph") || row.node != fallback.at("node")) continue;
      row.is_fallback = true;
      row.reason = fallback.at("reason");
    }
  }
}

std::vector<Step> ReadSteps(const Json& json) {
  std::vector<Step> steps;
  for (const Json& step : json) {
    steps.push_back({.name = step.at("name"), .begin_us = step.at("begin_us"), .us = step.at("us")});
  }
  return steps;
}

void AddTimeline(const Json& program, GpuReport& report) {
  if (!program.contains("timeline")) return;
  const Json& timeline = program.at("timeline");
  ProgramTimeline result = {.subgraph = program.at("subgraph"),
                            .partition = program.at("partition"),
                            .first_dispatch = report.dispatches.size(),
                            .build = ReadSteps(timeline.at("build"))};
  for (const Json& run : timeline.at("runs")) {
    result.runs.push_back({.steps = ReadSteps(run.at("steps")),
                           .device_begin_us = run.at("device_begin_us"),
                           .dispatch_us = run.at("dispatch_us")});
  }
  report.timelines.push_back(std::move(result));
}

void AddDispatches(const Json& program, const OpNames& names, std::vector<DispatchRow>& rows) {
  if (!program.contains("dispatch_times")) return;
  const int subgraph = program.at("subgraph");
  for (const Json& time : program.at("dispatch_times")) {
    const int node = time.at("node");
    std::vector<std::string> fused_ops;
    for (const int fused : time.at("fused_nodes")) {
      fused_ops.push_back(NameOf(names, subgraph, fused) + " " + std::to_string(fused));
    }
    rows.push_back({.subgraph = subgraph,
                    .partition = program.at("partition"),
                    .node = node,
                    .op = NameOf(names, subgraph, node),
                    .fused_nodes = time.at("fused_nodes"),
                    .fused_ops = std::move(fused_ops),
                    .label = time.at("label"),
                    .shader = time.at("shader"),
                    .workgroups = time.value("workgroups", std::array<uint32_t, 3>()),
                    .flops = time.value("flops", 0.0),
                    .bytes = time.value("bytes", 0.0),
                    .first_us = time.at("first_us"),
                    .mean_us = time.at("mean_us")});
  }
}

}  // namespace

Result<GpuReport> ReadGpuReport(const std::filesystem::path& path) {
  const auto text = ReadFile(path.string());
  if (!text.ok()) return Unavailable("the delegate could not write its report: " + text.status().message());
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || json.value("schema_version", 0) != kReportSchemaVersion) {
    return Internal(path.string() + ": expected litevk's report in schema version " +
                    std::to_string(kReportSchemaVersion) + "; is the delegate of another version?");
  }
  GpuReport report;
  if (json.at("device").is_string()) report.device = json.at("device");
  report.driver = json.value("driver", "");
  report.device_type = json.value("device_type", "");
  report.library_version = json.value("library_version", "");
  report.device_message = json.value("device_message", "");
  report.message = json.value("message", "");
  report.policy = json.value("policy", "");
  const OpNames names = ReadSubgraphs(json.at("subgraphs"), report);
  ReadFallbacks(json, report);
  for (const Json& program : json.at("programs")) {
    ++report.programs;
    AddTotals(program, report.totals);
    AddTimeline(program, report);
    AddDispatches(program, names, report.dispatches);
  }
  return report;
}

}  // namespace litevk::tools
