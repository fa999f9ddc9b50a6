// Compares the bounds that tests/ops/harness/tolerance.py writes beside each operator case with those of
// runtime/opset/numeric_bound.h, so that the two cannot differ.
//
//   litevk-check-bounds CASES
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

#include "runtime/model/model.h"
#include "runtime/model/model_graph.h"
#include "runtime/opset/numeric_bound.h"
#include "runtime/opset/run_node.h"
#include "runtime/values/fold.h"
#include "tools/run/array.h"

namespace litevk {
namespace {

using Values = std::unordered_map<ir::TensorId, std::vector<std::byte>>;

Result<Values> ReadInputs(const ir::Graph& graph, const std::filesystem::path& run) {
  Values values;
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    LITEVK_ASSIGN_OR_RETURN(tools::Array array,
                            tools::ReadNpy(run / ("input_" + std::to_string(i) + ".npy")));
    values[graph.inputs[i]] = std::move(array.bytes);
  }
  return values;
}

// Returns the bound of a node that reads inputs and constants of the model only. None: it reads another
// node's result, a state, or nothing is known of the operator.
Result<std::optional<NumericBound>> BoundOf(const ir::Graph& graph, const ir::Node& node,
                                            const Values& values, SumAlgorithm algorithm) {
  const OpInfo* info = FindOpInfo(node);
  std::vector<KnownValue> known;
  known.reserve(node.inputs.size());
  bool is_complete = info != nullptr;
  const auto find = [&](ir::TensorId id) -> Result<ref::ConstView> {
    const ir::Tensor& tensor = graph.tensor(id);
    if (const auto found = values.find(id); found != values.end()) {
      return ref::ConstView{&tensor, found->second};
    }
    is_complete = is_complete && tensor.is_known();
    if (!tensor.is_known() || tensor.sparsity != nullptr) return ref::ConstView{&tensor, {}};
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph, id));
    return ref::ConstView{&tensor, known.emplace_back(std::move(value)).bytes()};
  };
  LITEVK_ASSIGN_OR_RETURN(const auto inputs, ref::GatherInputs(node, find));
  const auto outputs = ir::TensorsOf(graph, node.outputs);
  const bool has_floats = std::ranges::any_of(outputs, [](const ir::Tensor* output) {
    return output != nullptr && output->type == ir::DataType::kFloat32;
  });
  if (!is_complete || !has_floats) return std::optional<NumericBound>();
  return std::optional(DeviceBoundOf(*info, node.params, inputs, outputs, algorithm));
}

bool IsNear(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

struct Counts {
  int same = 0;
  int different = 0;
  int left_out = 0;
};

// Returns the largest bounds of the graph's nodes; none if BoundOf has none of a node.
Result<std::optional<NumericBound>> LargestBound(const ir::Graph& graph, const Values& values,
                                                 SumAlgorithm algorithm) {
  NumericBound most;
  for (const ir::Node& node : graph.nodes) {
    LITEVK_ASSIGN_OR_RETURN(const auto bound, BoundOf(graph, node, values, algorithm));
    if (!bound) return std::optional<NumericBound>();
    most = {std::max(most.absolute, bound->absolute), std::max(most.relative, bound->relative)};
  }
  return std::optional(most);
}

bool AreNear(const NumericBound& a, const NumericBound& b) {
  return IsNear(a.absolute, b.absolute) && IsNear(a.relative, b.relative);
}

Status CheckRun(const ir::Graph& graph, const std::filesystem::path& folder, const nlohmann::json& entry,
                size_t run, Counts& counts) {
  LITEVK_ASSIGN_OR_RETURN(const Values values, ReadInputs(graph, folder / ("run" + std::to_string(run))));
  LITEVK_ASSIGN_OR_RETURN(const auto direct, LargestBound(graph, values, SumAlgorithm::kDirect));
  if (!direct) {
    ++counts.left_out;
    return {};
  }
  const auto& stated = entry["bounds"]["delegate"][run];
  const NumericBound written = {stated[0].get<double>(), stated[1].get<double>()};
  bool is_same = AreNear(*direct, written);
  // The index does not say which cases are made for Winograd's algorithm.
  if (!is_same && entry["operators"][0] == "CONV_2D") {
    LITEVK_ASSIGN_OR_RETURN(const auto winograd, LargestBound(graph, values, SumAlgorithm::kWinograd));
    is_same = AreNear(*winograd, written);
  }
  ++(is_same ? counts.same : counts.different);
  if (is_same) return {};
  std::printf("%s run %zu: tolerance.py has %g, %g; numeric_bound.cc has %g, %g\n",
              entry["name"].get<std::string>().c_str(), run, written.absolute, written.relative,
              direct->absolute, direct->relative);
  return {};
}

Status CheckCase(const std::filesystem::path& cases, const nlohmann::json& entry, Counts& counts) {
  const std::filesystem::path folder = cases / entry["name"].get<std::string>();
  LITEVK_ASSIGN_OR_RETURN(const auto model, Model::FromFile((folder / "model.tflite").string()));
  LITEVK_ASSIGN_OR_RETURN(ModelProgram program, ModelProgram::Import(*model));
  const ir::Graph& graph = program.program().subgraphs.front();
  for (size_t run = 0; run < entry["bounds"]["delegate"].size(); ++run) {
    LITEVK_RETURN_IF_ERROR(CheckRun(graph, folder, entry, run, counts));
  }
  return {};
}

// True for a case of one operator, or of several nodes of it side by side. A chain of nodes has bounds of its
// own.
bool HasOneOperator(const nlohmann::json& entry) {
  const auto& operators = entry["operators"];
  if (entry["name"].get<std::string>().starts_with("graphs/")) return false;
  return std::ranges::all_of(operators, [&](const auto& name) { return name == operators[0]; });
}

int Check(const std::filesystem::path& cases) {
  std::ifstream file(cases / "index.json");
  const auto index = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  Counts counts;
  for (const auto& entry : index) {
    const bool is_error = entry.contains("error") && !entry["error"].is_null();
    if (is_error || !HasOneOperator(entry)) continue;
    if (const Status status = CheckCase(cases, entry, counts); !status.ok()) ++counts.left_out;
  }
  std::printf("%d bounds are the same, %d differ; %d runs have no floats, or read other values than inputs\n",
              counts.same, counts.different, counts.left_out);
  constexpr int kLeastCompared = 3000;
  return counts.different == 0 && counts.same >= kLeastCompared ? 0 : 1;
}

}  // namespace
}  // namespace litevk

int main(int argc, char** argv) { return argc == 2 ? litevk::Check(argv[1]) : 2; }
