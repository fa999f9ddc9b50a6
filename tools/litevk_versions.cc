// litevk-versions: prints the versions of operators that a model states and needs, and the runtimes that
// accept them. Exit status:
//
// | 0 | litevk's interpreter can run the model |
// | 1 | litevk's interpreter cannot run the model |
// | 2 | wrong command line |
// | 3 | the file cannot be loaded |
#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/count_text.h"
#include "runtime/base/printable.h"
#include "runtime/model/model.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_versions.h"
#include "tools/program/model_argument.h"
#include "tools/program/output.h"
#include "tools/program/program.h"
#include "tools/versions/model_versions.h"

namespace litevk::tools {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::filesystem::path model;
  bool json = false;
  bool operators = false;
  bool summary = false;
};

void AddOptions(CLI::App& app, Arguments& arguments) {
  auto* model = AddModelArgument(app, arguments.model);
  app.add_flag("--json", arguments.json, "Print JSON instead of text");
  app.add_flag("--operators", arguments.operators, "Print every version that litevk knows, of every operator")
      ->excludes(model);
  app.add_flag("--summary", arguments.summary, "Print only the summary that the text ends with");
}

Status CheckUsage(const Arguments& arguments) {
  if (arguments.summary && (arguments.json || arguments.operators)) {
    return InvalidArgument("--summary is the end of a model's text: leave --json and --operators out");
  }
  return arguments.operators ? Status() : CheckModelArgument(arguments.model);
}

void PrintJson(const Json& json) { Printf("%s\n", JsonText(json, 2).c_str()); }

Json NodeJson(const NodeVersions& node) {
  return {{"subgraph", node.subgraph},
          {"index", node.index},
          {"op", node.op},
          {"version_stated", node.stated},
          {"version_needed", node.needed ? Json(*node.needed) : Json(nullptr)},
          {"runtime_of_stated", node.runtime_of_stated},
          {"runtime_of_needed", node.runtime_of_needed},
          {"kernels_accept", node.kernel_refusal.empty()},
          {"kernels_reason", node.kernel_refusal},
          {"delegate_accepts", node.delegate.supported()},
          {"delegate_reason_code", Describe(node.delegate.code).name},
          {"delegate_reason", node.delegate.reason}};
}

Json ModelJson(const std::string& path, const ModelVersions& versions) {
  Json nodes = Json::array();
  for (const NodeVersions& node : versions.nodes) nodes.push_back(NodeJson(node));
  return {{"schema_version", 1},
          {"model", path},
          {"min_runtime_in_metadata", versions.stated_runtime},
          {"min_runtime_of_stated_versions", versions.runtime_of_stated},
          {"min_runtime_of_needed_versions", versions.runtime_of_needed},
          {"runs_on_our_kernels", versions.RunsOnOurKernels()},
          {"nodes", std::move(nodes)}};
}

void PrintNode(const NodeVersions& node) {
  const std::string prefix = std::to_string(node.subgraph) + ":" + std::to_string(node.index);
  const std::string needed = node.needed ? std::to_string(*node.needed) : "?";
  const std::string runtime(node.runtime_of_needed);
  Printf("%7s  %-28s  %6d  %6s  %-7s  %-7s  %s\n", prefix.c_str(), Printable(node.op).c_str(), node.stated,
         needed.c_str(), runtime.c_str(), node.kernel_refusal.empty() ? "yes" : "no",
         node.delegate.supported() ? "yes" : "no");
  if (!node.kernel_refusal.empty()) Printf("         kernels: %s\n", Printable(node.kernel_refusal).c_str());
  if (!node.delegate.supported()) Printf("         delegate: %s\n", Printable(node.delegate.reason).c_str());
}

std::string OrNone(const std::string& text) { return text.empty() ? "none" : Printable(text); }

// "SIN 3, CAST 1": how many nodes of each operator, the most frequent first.
std::string CountOps(const std::vector<const NodeVersions*>& nodes) {
  std::vector<std::pair<std::string, int>> counts;
  for (const NodeVersions* node : nodes) {
    auto found = std::ranges::find(counts, node->op, &std::pair<std::string, int>::first);
    if (found == counts.end()) found = counts.insert(found, {node->op, 0});
    ++found->second;
  }
  std::ranges::stable_sort(counts, std::ranges::greater(), &std::pair<std::string, int>::second);
  std::string text;
  for (const auto& [op, count] : counts) {
    text += (text.empty() ? "" : ", ") + Printable(op) + " " + std::to_string(count);
  }
  return text;
}

void PrintTakers(const char* who, const ModelVersions& versions, bool (*takes)(const NodeVersions&)) {
  std::vector<const NodeVersions*> refused;
  for (const NodeVersions& node : versions.nodes) {
    if (!takes(node)) refused.push_back(&node);
  }
  const std::string rest = refused.empty() ? "" : "; not: " + CountOps(refused);
  Printf("%s %zu of %s%s\n", who, versions.nodes.size() - refused.size(),
         CountText(versions.nodes.size(), "node").c_str(), rest.c_str());
}

// "1.14.0 for the versions stated", or the operators whose version no TensorFlow Lite has.
std::string MinimumRuntime(const ModelVersions& versions, const std::string& latest,
                           std::string_view NodeVersions::*runtime, const std::string& which) {
  if (latest != kRuntimeNever) return OrNone(latest) + " for the versions " + which;
  std::vector<const NodeVersions*> nodes;
  for (const NodeVersions& node : versions.nodes) {
    if (node.*runtime == kRuntimeNever && !node.is_brought) nodes.push_back(&node);
  }
  // Custom operators are left out here: one sentence of the caller covers all of them.
  return nodes.empty() ? "" : "no TFLite has the versions " + which + " of " + CountOps(nodes);
}

void PrintRuntimes(const ModelVersions& versions) {
  std::vector<const NodeVersions*> brought;
  for (const NodeVersions& node : versions.nodes) {
    if (node.is_brought) brought.push_back(&node);
  }
  std::string line = OrNone(versions.stated_runtime) + " in the metadata";
  for (const std::string& part :
       {MinimumRuntime(versions, versions.runtime_of_stated, &NodeVersions::runtime_of_stated, "stated"),
        MinimumRuntime(versions, versions.runtime_of_needed, &NodeVersions::runtime_of_needed, "needed"),
        brought.empty() ? "" : "no TFLite has the custom operators " + CountOps(brought)}) {
    if (!part.empty()) line += ", " + part;
  }
  Printf("minimum runtime: %s\n", line.c_str());
}

void PrintSummary(const ModelVersions& versions) {
  PrintRuntimes(versions);
  PrintTakers("litevk's kernels accept", versions,
              [](const NodeVersions& node) { return node.kernel_refusal.empty(); });
  PrintTakers("litevk's delegate accepts", versions,
              [](const NodeVersions& node) { return node.delegate.supported(); });
}

void PrintText(const ModelVersions& versions) {
  Printf("   node  %-28s  stated  needed  since    kernels  delegate\n", "operator");
  for (const NodeVersions& node : versions.nodes) PrintNode(node);
  Printf("\n");
  PrintSummary(versions);
}

Result<ModelVersions> ExamineFile(const std::string& path) {
  LITEVK_ASSIGN_OR_RETURN(const auto model, Model::FromFile(path));
  auto versions = ExamineModel(*model);
  if (!versions.ok()) return Status(versions.status().code(), path + ": " + versions.status().message());
  return versions;
}

Result<ExitStatus> ShowModel(const Arguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(const auto versions, ExamineFile(arguments.model.string()));
  if (arguments.json) {
    PrintJson(ModelJson(arguments.model.string(), versions));
  } else if (arguments.summary) {
    PrintSummary(versions);
  } else {
    PrintText(versions);
  }
  return versions.RunsOnOurKernels() ? kExitOk : kExitNegative;
}

void ShowOperators(bool json) {
  Json rows = Json::array();
  for (const int op_code : VersionedOperators()) {
    const OpInfo& info = *FindOpInfo(op_code);
    const std::string name(info.name);
    for (const OpVersion& version : VersionsOf(op_code)) {
      rows.push_back({{"op", name},
                      {"code", IsCustom(info) ? abi::kTfLiteBuiltinCustom : op_code},
                      {"version", version.version},
                      {"runtime", version.runtime},
                      {"added", version.added}});
      if (json) continue;
      Printf("%-28s  %2d  %-7s  %s\n", name.c_str(), version.version, std::string(version.runtime).c_str(),
             std::string(version.added).c_str());
    }
  }
  if (json) PrintJson({{"schema_version", 1}, {"versions", std::move(rows)}});
}

Result<ExitStatus> Run(const Arguments& arguments) {
  if (!arguments.operators) return ShowModel(arguments);
  ShowOperators(arguments.json);
  return kExitOk;
}

}  // namespace

int Main(int argc, char** argv) {
  return GuardProgram("litevk-versions", [&] {
    CLI::App app("The versions of operators that a model states and needs, and who accepts them",
                 "litevk-versions");
    Arguments arguments;
    AddOptions(app, arguments);
    return RunProgram(
        app, argc, argv, [&] { return CheckUsage(arguments); }, [&] { return Run(arguments); });
  });
}

}  // namespace litevk::tools

int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
