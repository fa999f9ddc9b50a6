#include "bench/model/cpu_estimates.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "bench/capture/graph_capture.h"
#include "delegate/partition/cpu_rates.h"
#include "delegate/verdict/op_names.h"
#include "delegate/verdict/verdict.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/opset/op_info.h"

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kInterpreters = {CpuKernels::kXnnpack, CpuKernels::kBuiltin, CpuKernels::kLitevk};
constexpr std::array kThreads = {1, 2};

// True if a run computes the node, and its work is known.
bool IsCounted(const ir::Graph& graph, const ir::Node& node) {
  const auto is_known = [&](ir::TensorId id) { return id == ir::kAbsent || graph.tensor(id).is_known(); };
  return FindOpInfo(node) != nullptr && !IsComputedBefore(graph, node) &&
         !std::ranges::all_of(node.outputs, is_known) && ir::NodeView(graph, node).is_final();
}

Json ToJson(const ir::NodeView& view) {
  const CpuCost work = CpuCostOf(view);
  return {{"node", view.node().index},
          {"op", OpName(view.node())},
          {"work", Name(WorkOf(view))},
          {"flops", work.flops},
          {"bytes", work.bytes},
          {"constant_bytes", work.constant_bytes},
          {"litevk", Name(KernelSetOf(view, CpuKernels::kLitevk))}};
}

Json Estimates(const std::vector<ir::NodeView>& nodes) {
  Json estimates;
  for (const CpuKernels kernels : kInterpreters) {
    for (const int threads : kThreads) {
      double us = 0;
      for (const ir::NodeView& node : nodes) us += CpuNodeUs(node, {kernels, threads});
      estimates[std::string(Name(kernels)) + "-" + std::to_string(threads)] = us;
    }
  }
  return estimates;
}

}  // namespace

Result<Json> CpuEstimates(const std::filesystem::path& path) {
  LITEVK_ASSIGN_OR_RETURN(const auto model, Model::FromFile(path.string()));
  LITEVK_ASSIGN_OR_RETURN(
      const auto interpreter,
      Interpreter::Create(model, BuiltinOps(), {.allow_unresolved = true, .report_error = [](auto) {}}));
  LITEVK_ASSIGN_OR_RETURN(ir::Graph graph, CaptureGraph(*interpreter));
  JudgeGraph(graph, gpu::DeviceLimits());  // infers dims and folds constants
  std::vector<ir::NodeView> nodes;
  for (const ir::Node& node : graph.nodes) {
    if (IsCounted(graph, node)) nodes.emplace_back(graph, node);
  }
  Json rows = Json::array();
  for (const ir::NodeView& node : nodes) rows.push_back(ToJson(node));
  return Json{{"schema_version", 1},
              {"graph", path.string()},
              {"estimates_us", Estimates(nodes)},
              {"nodes", std::move(rows)}};
}

}  // namespace litevk::bench
