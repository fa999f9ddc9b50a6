#include "tools/run/print.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "runtime/base/count_text.h"
#include "runtime/base/printable.h"
#include "tools/program/output.h"
#include "tools/run/compare_outputs.h"

namespace litevk::tools {
namespace {

constexpr double kMillisecondsPerSecond = 1000.0;
constexpr double kMicrosecondsPerMillisecond = 1000.0;

// Returns "int8 1x10, scale 0.00390625, zero point -128".
std::string TypeAndDims(const Array& array) {
  std::string text = std::string(ir::Name(array.type)) + " " + array.dims.ToString();
  const ir::Quantization& quantization = array.quantization;
  if (quantization.scales.empty()) return text;
  if (quantization.scales.size() > 1 || quantization.zero_points.size() != 1) {
    return text + ", " + std::to_string(quantization.scales.size()) + " scales along axis " +
           std::to_string(quantization.channel_axis);
  }
  char scale[32];
  std::snprintf(scale, sizeof(scale), "%.9g", static_cast<double>(quantization.scales[0]));
  return text + ", scale " + scale + ", zero point " + std::to_string(quantization.zero_points[0]);
}

void PrintArrays(const char* kind, const std::vector<std::string>& names, const std::vector<Array>& arrays) {
  for (size_t index = 0; index < arrays.size(); ++index) {
    Printf("%s %zu '%s': %s\n", kind, index, Printable(names[index]).c_str(),
           TypeAndDims(arrays[index]).c_str());
  }
}

double MeanMilliseconds(const SessionNode& node) {
  return node.runs == 0 ? 0 : kMillisecondsPerSecond * node.seconds / static_cast<double>(node.runs);
}

double Milliseconds(const DispatchRow& row) { return row.mean_us / kMicrosecondsPerMillisecond; }

void PrintRow(int node, const std::string& text, double milliseconds, double total) {
  Printf("%6d  %-28s %10.4f %6.1f%%\n", node, Printable(text).c_str(), milliseconds,
         total > 0 ? 100 * milliseconds / total : 0);
}

// Returns "  CONV_2D + ADD 4 + RELU 5", to be printed under the row of its partition.
std::string DispatchText(const DispatchRow& row) {
  std::string text = "  " + row.op;
  for (const std::string& fused : row.fused_ops) text += " + " + fused;
  return text;
}

// Prints the time of each node, and each partition's dispatches. The interpreter lists partitions in the
// order of litevk's partition indices.
void PrintProfile(const Summary& summary) {
  double total = 0;
  for (const SessionNode& node : summary.nodes) total += MeanMilliseconds(node);
  Printf("%6s  %-28s %10s %7s\n", "node", "operator", "mean ms", "share");
  int partition = 0;
  for (const SessionNode& node : summary.nodes) {
    PrintRow(node.index, node.op, MeanMilliseconds(node), total);
    if (!node.is_delegated) continue;
    for (const DispatchRow& row : summary.dispatches) {
      if (row.partition == partition) PrintRow(row.node, DispatchText(row), Milliseconds(row), total);
    }
    ++partition;
  }
}

void PrintBisection(const std::optional<Departure>& departure) {
  if (!departure.has_value()) {
    Printf("bisect: every node agrees with the reference kernels when it runs alone\n");
    return;
  }
  Printf("bisect: node %d %s is the first to depart, in tensor %d '%s': %s\n", departure->node_index,
         Printable(departure->op).c_str(), departure->tensor, Printable(departure->tensor_name).c_str(),
         departure->difference.ToString().c_str());
}

void PrintStretch(const WholeBisection& whole) {
  if (!whole.stretch.has_value()) {
    Printf("bisect: no boundary between partitions was found: %s\n", whole.stretch_problem.c_str());
    return;
  }
  const Stretch& stretch = *whole.stretch;
  if (stretch.first == stretch.last) {
    Printf("bisect: the outputs differ with node %d %s alone on the delegate\n", stretch.first,
           Printable(stretch.first_op).c_str());
    return;
  }
  Printf(
      "bisect: the outputs differ with nodes %d %s to %d %s on the delegate; the difference goes away with a "
      "boundary after node %d or before node %d\n",
      stretch.first, Printable(stretch.first_op).c_str(), stretch.last, Printable(stretch.last_op).c_str(),
      stretch.first, stretch.last);
}

void PrintWhole(const WholeBisection& whole) {
  if (!whole.differs) {
    Printf("bisect: the outputs agree with the reference kernels when the model runs as a whole\n");
    return;
  }
  Printf("bisect: the outputs differ when the model runs as a whole\n");
  for (const SwitchTrial& trial : whole.switches) {
    if (trial.problem.empty()) {
      Printf("bisect: without %s (%s) the difference %s\n", trial.about.c_str(), trial.option.c_str(),
             trial.agrees ? "GOES AWAY" : "stays");
    } else {
      Printf("bisect: %s could not be tried: %s\n", trial.option.c_str(), trial.problem.c_str());
    }
  }
  PrintStretch(whole);
}

nlohmann::json WholeJson(const WholeBisection& whole) {
  nlohmann::json json = {{"differs", whole.differs}};
  if (!whole.differs) return json;
  json["switches"] = nlohmann::json::array();
  for (const SwitchTrial& trial : whole.switches) {
    json["switches"].push_back(
        {{"option", trial.option}, {"goes_away", trial.agrees}, {"problem", trial.problem}});
  }
  json["nodes"] = nullptr;
  if (whole.stretch.has_value()) {
    const Stretch& stretch = *whole.stretch;
    json["nodes"] = {{"first", stretch.first},
                     {"first_op", stretch.first_op},
                     {"last", stretch.last},
                     {"last_op", stretch.last_op}};
  } else {
    json["problem"] = whole.stretch_problem;
  }
  return json;
}

void AddCpuTimes(const CpuTimes& times, nlohmann::json& json) {
  if (!times.ms.empty()) json["cpu_milliseconds"] = MedianMs(times);
  if (times.estimated_ms) json["cpu_estimated_milliseconds"] = *times.estimated_ms;
}

nlohmann::json TensorJson(const std::string& name, const Array& array) {
  nlohmann::json json = {{"name", name}, {"type", ir::Name(array.type)}, {"dims", array.dims.dims()}};
  const ir::Quantization& quantization = array.quantization;
  if (quantization.scales.empty()) return json;
  json["quantization"] = {{"scales", quantization.scales},
                          {"zero_points", quantization.zero_points},
                          {"axis", quantization.channel_axis}};
  return json;
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

nlohmann::json DispatchesJson(const std::vector<DispatchRow>& dispatches) {
  auto json = nlohmann::json::array();
  for (const DispatchRow& row : dispatches) {
    json.push_back({{"partition", row.partition},
                    {"node", row.node},
                    {"op", row.op},
                    {"fused_ops", row.fused_ops},
                    {"shader", row.shader},
                    {"mean_milliseconds", Milliseconds(row)}});
  }
  return json;
}

}  // namespace

void Print(const RunArguments& arguments, const Summary& summary) {
  int delegated = 0;
  for (const SessionNode& node : summary.nodes) delegated += node.is_delegated ? 1 : 0;
  Printf("%s: %s in the plan, %d of them partitions of the delegate\n", arguments.model.c_str(),
         CountText(summary.nodes.size(), "node").c_str(), delegated);
  for (const std::string& line : {summary.where, summary.policy, summary.message}) {
    if (!line.empty()) Printf("litevk: %s\n", line.c_str());
  }
  for (const std::string& note : summary.notes) Printf("litevk: %s\n", Printable(note).c_str());
  PrintArrays("input", summary.input_names, summary.inputs);
  PrintArrays("output", summary.output_names, summary.outputs);
  const std::vector<double>& times = summary.milliseconds;
  Printf("%s: median %.3f ms, shortest %.3f ms, longest %.3f ms\n", CountText(times.size(), "run").c_str(),
         times[times.size() / 2], times.front(), times.back());
  if (summary.cpu) Printf("%s\n", ToString(*summary.cpu).c_str());
  if (arguments.profile) PrintProfile(summary);
  PrintDifferences(summary.differences);
  if (!summary.advice.empty()) Printf("litevk: %s\n", summary.advice.c_str());
  if (!summary.is_bisected) return;
  PrintBisection(summary.departure);
  PrintWhole(summary.whole);
}

nlohmann::json ToJson(const RunArguments& arguments, const Summary& summary) {
  nlohmann::json json = {{"schema_version", 1},
                         {"model", arguments.model.string()},
                         {"delegate", arguments.delegate},
                         {"milliseconds", summary.milliseconds},
                         {"nodes", NodesJson(summary.nodes)}};
  if (!summary.problem.ok()) json["problem"] = summary.problem.message();
  if (!arguments.signature.empty()) json["signature"] = arguments.signature;
  if (!summary.notes.empty()) json["notes"] = summary.notes;
  if (!summary.message.empty()) json["delegate_message"] = summary.message;
  if (!summary.policy.empty()) json["policy"] = summary.policy;
  if (!summary.where.empty()) json["where"] = summary.where;
  if (summary.cpu) AddCpuTimes(*summary.cpu, json);
  if (!summary.advice.empty()) json["advice"] = summary.advice;
  if (!summary.dispatches.empty()) json["dispatches"] = DispatchesJson(summary.dispatches);
  for (size_t index = 0; index < summary.inputs.size(); ++index) {
    json["inputs"].push_back(TensorJson(summary.input_names[index], summary.inputs[index]));
  }
  for (size_t index = 0; index < summary.outputs.size(); ++index) {
    nlohmann::json entry = TensorJson(summary.output_names[index], summary.outputs[index]);
    if (index < summary.differences.size()) entry["comparison"] = ToJson(summary.differences[index]);
    json["outputs"].push_back(std::move(entry));
  }
  if (summary.is_bisected) {
    json["bisect"] = nullptr;
    json["bisect_whole"] = WholeJson(summary.whole);
    if (summary.departure.has_value()) {
      json["bisect"] = {{"node", summary.departure->node_index},
                        {"op", summary.departure->op},
                        {"tensor", summary.departure->tensor},
                        {"tensor_name", summary.departure->tensor_name},
                        {"comparison", ToJson(summary.departure->difference)}};
    }
  }
  return json;
}

}  // namespace litevk::tools
