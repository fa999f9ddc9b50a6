#include "tools/run/compare_outputs.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/platform/files.h"
#include "tools/program/output.h"

namespace litevk::tools {

Status CheckCompare(const std::string& compare) {
  if (compare.empty() || compare == "cpu") return {};
  const Status folder = CheckFolder(compare);
  return folder.ok() ? folder : InvalidArgument("--compare: expected cpu or a folder: " + folder.message());
}

Result<std::vector<Array>> ReadReference(const std::filesystem::path& folder) {
  return ReadNpyFolder(folder, "output");
}

Result<std::vector<Difference>> CompareOutputs(const std::vector<Array>& outputs,
                                               const std::vector<Array>& reference,
                                               const Tolerances& tolerances) {
  if (outputs.size() != reference.size()) {
    return InvalidArgument("the model has " + std::to_string(outputs.size()) + " outputs, the reference " +
                           std::to_string(reference.size()));
  }
  std::vector<Difference> differences;
  differences.reserve(outputs.size());
  for (size_t index = 0; index < outputs.size(); ++index) {
    differences.push_back(Compare(outputs[index], reference[index], tolerances.OfOutput(index)));
  }
  return differences;
}

void PrintDifferences(const std::vector<Difference>& differences) {
  for (size_t index = 0; index < differences.size(); ++index) {
    const Difference& difference = differences[index];
    Printf("compare output %zu: %s: %s\n", index, difference.agrees ? "agrees" : "DIFFERS",
           difference.ToString().c_str());
  }
}

bool Agree(const std::vector<Difference>& differences) {
  return std::ranges::all_of(differences, &Difference::agrees);
}

nlohmann::json ToJson(const Difference& difference) {
  auto off_by = nlohmann::json::object();
  for (const auto& [steps, count] : difference.off_by) off_by[std::to_string(steps)] = count;
  return {{"agrees", difference.agrees},
          {"problem", difference.problem},
          {"largest", difference.largest},
          {"mean", difference.mean},
          {"bound", difference.bound},
          {"where", difference.where},
          {"values", difference.values},
          {"values_outside", difference.outside},
          {"allowed_steps", difference.steps},
          {"off_by", off_by},
          {"off_by_more", difference.off_by_more},
          {"nan_mismatches", difference.nan_mismatches},
          {"infinity_mismatches", difference.infinity_mismatches}};
}

}  // namespace litevk::tools
