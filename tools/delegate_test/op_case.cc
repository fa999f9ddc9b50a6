#include "tools/delegate_test/op_case.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "runtime/platform/glob.h"
#include "tools/program/input_file.h"
#include "tools/run/inputs.h"
#include "tools/run/session.h"

namespace litevk::tools {
namespace {

std::string Lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool IsSelected(const OpCase& op_case, const CaseSelection& selection) {
  const bool is_op = selection.ops.empty() || std::ranges::any_of(selection.ops, [&](const std::string& op) {
                       return Lower(op) == Lower(op_case.op);
                     });
  return is_op && (selection.filter.empty() || MatchesGlob(selection.filter, op_case.name));
}

OpCase ParseCase(const std::filesystem::path& folder, const nlohmann::json& entry) {
  OpCase result;
  result.name = entry.at("name");
  const auto& operators = entry.at("operators");
  result.op = operators.size() == 1 ? operators[0].get<std::string>() : "graph";
  result.folder = folder / result.name;
  const auto is = [&](const char* key, const nlohmann::json& value) {
    return entry.contains(key) && entry[key] == value;
  };
  result.runs_on_gpu = is("runs_on", "gpu") && is("partitions", 1) && is("on_cpu", nlohmann::json::array());
  for (const auto& pair : entry.at("bounds").at("delegate")) {
    result.tolerances.push_back({.atol = pair.at(0).get<double>(), .rtol = pair.at(1).get<double>()});
  }
  return result;
}

double ShareOf(double bound, double difference) {
  if (difference == 0) return 0;
  return bound > 0 ? difference / bound : std::numeric_limits<double>::infinity();
}

// Keeps in `result` the difference that is the larger share of its bound.
void KeepWorse(const Difference& difference, CaseResult& result) {
  if (ShareOf(difference.bound, difference.largest) < ShareOf(result.bound, result.largest_difference))
    return;
  result.largest_difference = difference.largest;
  result.bound = difference.bound;
}

Status RunOnce(Session& session, const std::filesystem::path& folder, const Tolerance& tolerance,
               CaseResult& result) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<Array> inputs, ReadNpyFolder(folder, "input"));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<Array> expected, ReadNpyFolder(folder, "output"));
  if (static_cast<int>(inputs.size()) != session.input_count()) {
    return InvalidArgument(folder.string() + ": holds " + std::to_string(inputs.size()) +
                           " inputs, expected " + std::to_string(session.input_count()));
  }
  LITEVK_RETURN_IF_ERROR(AllocateFor(session, inputs));
  LITEVK_RETURN_IF_ERROR(SetInputs(session, inputs));
  LITEVK_RETURN_IF_ERROR(session.Invoke());
  LITEVK_ASSIGN_OR_RETURN(const std::vector<Array> outputs, ReadOutputs(session));
  if (outputs.size() != expected.size()) {
    return InvalidArgument(folder.string() + ": holds " + std::to_string(expected.size()) +
                           " outputs, expected " + std::to_string(outputs.size()));
  }
  for (size_t index = 0; index < outputs.size(); ++index) {
    const Difference difference = Compare(outputs[index], expected[index], tolerance);
    KeepWorse(difference, result);
    if (difference.agrees) continue;
    return Internal(folder.filename().string() + " output " + std::to_string(index) + ": " +
                    difference.ToString());
  }
  return {};
}

// Returns the result of a case whose session or run fails. TFLite refuses a delegate without the flag
// AllowDynamicTensors for graphs whose shapes follow from values, which is no fault of the delegate.
CaseResult ResultOf(const Status& failure, CaseResult result = {}) {
  const bool is_for_static_shapes_only =
      failure.message().find("a delegate that only supports static-sized tensors") != std::string::npos;
  result.outcome = is_for_static_shapes_only ? Outcome::kNotDelegated : Outcome::kFailed;
  result.message = failure.message();
  return result;
}

bool IsDelegated(const Session& session) {
  return std::ranges::any_of(session.Nodes(), [](const SessionNode& node) { return node.is_delegated; });
}

}  // namespace

Result<std::vector<OpCase>> ReadCases(const std::filesystem::path& folder, const CaseSelection& selection) {
  const auto path = folder / "index.json";
  LITEVK_ASSIGN_OR_RETURN(std::ifstream file, tools::OpenInputFile(path));
  const auto index = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!index.is_array()) return InvalidArgument(path.string() + ": is no list of cases");
  std::vector<OpCase> cases;
  for (const auto& entry : index) {
    if (entry.contains("error") && !entry["error"].is_null()) continue;
    OpCase op_case = ParseCase(folder, entry);
    if (IsSelected(op_case, selection)) cases.push_back(std::move(op_case));
  }
  return cases;
}

CaseResult RunCase(const OpCase& op_case, const std::string& delegate,
                   const std::vector<std::pair<std::string, std::string>>& delegate_options) {
  SessionOptions options;
  options.delegate = delegate;
  options.delegate_options = delegate_options;
  ClaimEveryPartition(options.delegate, options.delegate_options);
  auto session = Session::Create(op_case.folder / "model.tflite", options);
  if (!session.ok()) return ResultOf(session.status());
  CaseResult result;
  for (size_t run = 0; run < op_case.tolerances.size(); ++run) {
    const auto folder = op_case.folder / ("run" + std::to_string(run));
    const Status status = RunOnce(**session, folder, op_case.tolerances[run], result);
    if (!status.ok()) return ResultOf(status, result);
  }
  if (!IsDelegated(**session)) result.outcome = Outcome::kNotDelegated;
  return result;
}

}  // namespace litevk::tools
