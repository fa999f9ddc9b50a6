#include "delegate/report/compat_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "delegate/report/refusals.h"
#include "runtime/base/printable.h"

namespace litevk {
namespace {

using Json = nlohmann::ordered_json;

Json NodeJson(const NodeReport& node) {
  Json json = {{"index", node.index}, {"op", node.is_custom ? "CUSTOM" : node.op}};
  if (node.is_custom) json["custom_name"] = node.op;
  json["version"] = node.version;
  json["delegated"] = node.verdict.supported();
  json["reason_code"] = Describe(node.verdict.code).name;
  json["reason"] = node.verdict.reason;
  json["partition"] = node.partition < 0 ? Json(nullptr) : Json(node.partition);
  return json;
}

double Rounded(double us) { return std::round(10 * us) / 10; }

Json EstimateJson(const EstimateReport& estimate) {
  Json json = {{"partition", estimate.partition < 0 ? Json(nullptr) : Json(estimate.partition)},
               {"nodes", estimate.nodes}};
  json["device_us"] = Rounded(estimate.cost.device_us);
  json["overhead_us"] = Rounded(estimate.cost.overhead_us);
  if (estimate.cost.plan_us > 0) json["plan_us"] = Rounded(estimate.cost.plan_us);
  json["cpu_us"] = Rounded(estimate.cost.cpu_us);
  json["cpu_kernels"] = Name(estimate.cost.cpu.kernels);
  json["cpu_threads"] = estimate.cost.cpu.threads;
  json["most_times"] = estimate.most_times;
  json["rule"] = RuleOf(estimate.most_times);
  if (estimate.is_only_here) json["only_here"] = true;
  if (estimate.assumes_dims) json["assumes_dims"] = true;
  return json;
}

Json SubgraphJson(const SubgraphReport& report) {
  Json estimates = Json::array();
  for (const EstimateReport& estimate : report.estimates) estimates.push_back(EstimateJson(estimate));
  Json nodes = Json::array();
  for (const NodeReport& node : report.nodes) nodes.push_back(NodeJson(node));
  Json json = {{"subgraph", report.subgraph},
               {"nodes_total", report.nodes.size()},
               {"nodes_delegated", report.DelegatedNodes()},
               {"partitions", report.partitions}};
  json["estimates"] = std::move(estimates);
  json["nodes"] = std::move(nodes);
  return json;
}

Json MovesJson(const std::vector<MoveReport>& moves) {
  Json json = Json::array();
  for (const MoveReport& move : moves) {
    json.push_back({{"node", move.node}, {"op", move.op}, {"reason", move.reason}});
  }
  return json;
}

Json StepsJson(const std::vector<StepReport>& steps) {
  Json json = Json::array();
  for (const StepReport& step : steps) {
    json.push_back({{"name", step.name}, {"begin_us", step.begin_us}, {"us", step.us}});
  }
  return json;
}

Json TimelineJson(const TimelineReport& timeline) {
  Json json = {{"build", StepsJson(timeline.build)}, {"runs", Json::array()}};
  for (const RunReport& run : timeline.runs) {
    json["runs"].push_back({{"steps", StepsJson(run.steps)},
                            {"device_begin_us", run.device_begin_us},
                            {"dispatch_us", run.dispatch_us}});
  }
  return json;
}

void AddProfile(const ProfileReport& profile, Json& json) {
  json["profiled_runs"] = profile.runs;
  json["runs_without_times"] = profile.runs_without_times;
  json["dispatch_times"] = Json::array();
  for (const DispatchReport& dispatch : profile.dispatch_times) {
    json["dispatch_times"].push_back({{"node", dispatch.node},
                                      {"fused_nodes", dispatch.fused_nodes},
                                      {"label", dispatch.label},
                                      {"shader", dispatch.shader},
                                      {"workgroups", dispatch.work.workgroups},
                                      {"flops", dispatch.work.flops},
                                      {"bytes", dispatch.work.bytes},
                                      {"first_us", dispatch.first_us},
                                      {"mean_us", dispatch.mean_us}});
  }
  if (!profile.timeline.runs.empty()) json["timeline"] = TimelineJson(profile.timeline);
}

Json PipelineTimesJson(const ProgramReport& program) {
  Json json = Json::array();
  for (const auto& [shader, ms] : program.pipeline_times) json.push_back({{"shader", shader}, {"ms", ms}});
  return json;
}

Json ProgramJson(const ProgramReport& program) {
  Json json = {{"subgraph", program.subgraph},
               {"partition", program.partition},
               {"first_node", program.first_node},
               {"input_shapes", program.input_shapes},
               {"builds", program.builds},
               {"estimated_device_us", Rounded(program.cost.device_us)},
               {"estimated_cpu_us", Rounded(program.cost.cpu_us)},
               {"dispatches", program.dispatches},
               {"shaders", program.shaders},
               {"moves", MovesJson(program.moves)},
               {"barriers", program.barriers},
               {"pipelines", program.pipelines},
               {"submissions", program.submissions},
               {"longest_submission_ms", program.longest_submission_ms},
               {"new_pipelines", program.new_pipelines},
               {"arena_bytes", program.arena_bytes},
               {"io_bytes", program.io_bytes},
               {"constant_bytes", program.constant_bytes},
               {"shared_constant_bytes", program.shared_constant_bytes},
               {"device_memory_bytes", program.device_memory_bytes},
               {"staging_bytes", program.staging_bytes},
               {"upload_staging_bytes", program.upload_staging_bytes},
               {"copies", program.copies},
               {"zero_copy", program.zero_copy},
               {"tuning_ms", program.tuning_ms},
               {"plan_ms", program.plan_ms},
               {"pipelines_ms", program.pipelines_ms},
               {"pipeline_times", PipelineTimesJson(program)},
               {"upload_ms", program.upload_ms},
               {"first_use_ms", program.first_use_ms}};
  if (program.traffic.has_value()) {
    json["copies"] = program.traffic->copies;
    json["copied_bytes"] = program.traffic->copied_bytes;
    json["passed_bytes"] = program.traffic->passed_bytes;
  }
  if (program.profile.has_value()) AddProfile(*program.profile, json);
  return json;
}

Json FallbackJson(const FallbackReport& fallback) {
  return {{"subgraph", fallback.subgraph},
          {"partition", fallback.partition},
          {"node", fallback.node},
          {"reason_code", Describe(fallback.verdict.code).name},
          {"reason", fallback.verdict.reason},
          {"times", fallback.times}};
}

template <typename Value>
Json PairsJson(const std::vector<std::pair<std::string, Value>>& pairs) {
  Json json = Json::object();
  for (const auto& [key, value] : pairs) json[key] = value;
  return json;
}

// Returns the policy as the options have it, since a report is also written where a delegate takes no option.
std::string_view PolicyText(const std::vector<std::pair<std::string, std::string>>& options) {
  const auto is_all = [](const auto& option) {
    return option.first == "partition_policy" && option.second == "all";
  };
  return std::ranges::any_of(options, is_all) ? "partition_policy=all: the device gets all that it can run"
                                              : "partition_policy=auto: estimates decide what the device "
                                                "gets; partition_policy=all gives it all "
                                                "that it can run";
}

}  // namespace

std::string ToJson(const CompatReport& report) {
  Json json = {{"schema_version", kReportSchemaVersion},
               {"library", "litevk"},
               {"library_version", LITEVK_VERSION},
               {"device", report.device.empty() ? Json(nullptr) : Json(report.device)}};
  if (report.device.empty()) json["device_message"] = report.device_message;
  if (!report.driver.empty()) json["driver"] = report.driver;
  if (!report.device_type.empty()) json["device_type"] = report.device_type;
  if (!report.self_test.empty()) json["self_test"] = PairsJson(report.self_test);
  json["options"] = PairsJson(report.options);
  json["policy"] = PolicyText(report.options);
  if (!report.serialization_dir.empty()) json["serialization_dir"] = report.serialization_dir;
  const std::string refusals = DescribeRefusals(report.subgraphs);
  if (!refusals.empty()) json["message"] = refusals;
  json["subgraphs"] = Json::array();
  for (const SubgraphReport& subgraph : report.subgraphs) json["subgraphs"].push_back(SubgraphJson(subgraph));
  json["programs"] = Json::array();
  for (const ProgramReport& program : report.programs) json["programs"].push_back(ProgramJson(program));
  if (report.unlisted_programs > 0) json["unlisted_programs"] = report.unlisted_programs;
  if (!report.fallbacks.empty()) json["fallbacks"] = Json::array();
  for (const FallbackReport& fallback : report.fallbacks) json["fallbacks"].push_back(FallbackJson(fallback));
  if (!report.incidents.empty()) json["incidents"] = Json::array();
  for (const IncidentReport& incident : report.incidents) {
    json["incidents"].push_back({{"subgraph", incident.subgraph},
                                 {"partition", incident.partition},
                                 {"what", incident.what},
                                 {"times", incident.times}});
  }
  if (!report.switched_off.empty()) json["switched_off"] = Json::array();
  for (const SwitchedOffReport& entry : report.switched_off) {
    json["switched_off"].push_back({{"subgraph", entry.subgraph},
                                    {"partition", entry.partition},
                                    {"node", entry.node},
                                    {"what", entry.what},
                                    {"why", entry.why}});
  }
  if (!report.pipelines.empty()) {
    json["pipelines"] = Json::array();
    for (const PipelineReport& pipeline : report.pipelines) {
      json["pipelines"].push_back({{"shader", pipeline.shader},
                                   {"label", pipeline.label},
                                   {"specialization", pipeline.spec},
                                   {"statistics", PairsJson(pipeline.statistics)}});
    }
  }
  return JsonText(json, 2) + "\n";
}

}  // namespace litevk
