#include "tools/run/print.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace litevk::tools {
namespace {

constexpr double kMillisecondsPerSecond = 1000.0;

std::string TypeAndDims(const Array& array) {
  return std::string(ir::Name(array.type)) + " " + array.dims.ToString();
}

double MeanMilliseconds(const SessionNode& node) {
  return node.runs == 0 ? 0 : kMillisecondsPerSecond * node.seconds / static_cast<double>(node.runs);
}

void PrintProfile(const std::vector<SessionNode>& nodes) {
  double total = 0;
  for (const SessionNode& node : nodes) total += MeanMilliseconds(node);
  std::printf("%6s  %-28s %10s %7s\n", "node", "operator", "mean ms", "share");
  for (const SessionNode& node : nodes) {
    const double mean = MeanMilliseconds(node);
    std::printf("%6d  %-28s %10.4f %6.1f%%\n", node.index, node.op.c_str(), mean,
                total > 0 ? 100 * mean / total : 0);
  }
}

void PrintBisection(const std::optional<Departure>& departure) {
  if (!departure.has_value()) {
    std::puts("bisect: every node agrees with the reference kernels when it runs alone");
    return;
  }
  std::printf("bisect: node %d %s is the first to depart, in tensor %d '%s': %s\n", departure->node_index,
              departure->op.c_str(), departure->tensor, departure->tensor_name.c_str(),
              departure->difference.ToString().c_str());
}

nlohmann::json DifferenceJson(const Difference& difference) {
  return {{"agrees", difference.agrees},
          {"problem", difference.problem},
          {"largest", difference.largest},
          {"mean", difference.mean},
          {"bound", difference.bound},
          {"where", difference.where},
          {"values_outside", difference.outside},
          {"nan_mismatches", difference.nan_mismatches},
          {"infinity_mismatches", difference.infinity_mismatches}};
}

nlohmann::json NodesJson(const std::vector<SessionNode>& nodes) {
  auto json = nlohmann::json::array();
  for (const SessionNode& node : nodes) {
    json.push_back({{"index", node.index},
                    {"op", node.op},
                    {"delegated", node.is_delegated},
                    {"mean_milliseconds", MeanMilliseconds(node)}});
  }
  return json;
}

}  // namespace

void Print(const RunArguments& arguments, const Summary& summary) {
  int delegated = 0;
  for (const SessionNode& node : summary.nodes) delegated += node.is_delegated ? 1 : 0;
  std::printf("%s: %zu nodes in the plan, %d of them partitions of the delegate\n", arguments.model.c_str(),
              summary.nodes.size(), delegated);
  for (size_t index = 0; index < summary.outputs.size(); ++index) {
    std::printf("output %zu: %s\n", index, TypeAndDims(summary.outputs[index]).c_str());
  }
  const std::vector<double>& times = summary.milliseconds;
  std::printf("%zu runs: median %.3f ms, shortest %.3f ms, longest %.3f ms\n", times.size(),
              times[times.size() / 2], times.front(), times.back());
  if (arguments.profile) PrintProfile(summary.nodes);
  for (size_t index = 0; index < summary.differences.size(); ++index) {
    const Difference& difference = summary.differences[index];
    std::printf("compare output %zu: %s: %s\n", index, difference.agrees ? "agrees" : "DIFFERS",
                difference.ToString().c_str());
  }
  if (summary.is_bisected) PrintBisection(summary.departure);
}

nlohmann::json ToJson(const RunArguments& arguments, const Summary& summary) {
  nlohmann::json json = {{"schema_version", 1},
                         {"model", arguments.model.string()},
                         {"delegate", arguments.delegate},
                         {"milliseconds", summary.milliseconds},
                         {"nodes", NodesJson(summary.nodes)}};
  for (size_t index = 0; index < summary.outputs.size(); ++index) {
    const Array& output = summary.outputs[index];
    nlohmann::json entry = {{"type", ir::Name(output.type)}, {"dims", output.dims.dims()}};
    if (index < summary.differences.size()) entry["comparison"] = DifferenceJson(summary.differences[index]);
    json["outputs"].push_back(std::move(entry));
  }
  if (summary.is_bisected) {
    json["bisect"] = nullptr;
    if (summary.departure.has_value()) {
      json["bisect"] = {{"node", summary.departure->node_index},
                        {"op", summary.departure->op},
                        {"tensor", summary.departure->tensor},
                        {"tensor_name", summary.departure->tensor_name},
                        {"comparison", DifferenceJson(summary.departure->difference)}};
    }
  }
  return json;
}

}  // namespace litevk::tools
