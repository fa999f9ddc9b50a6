#include "bench/gpu_cost/budgets.h"

#include <nlohmann/json.hpp>

#include "runtime/base/printable.h"
#include "runtime/platform/files.h"

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

struct Limit {
  const char* name;
  int64_t (*value)(const ModelCost&);
  bool is_least;  // a smaller value is worse
};

constexpr Limit kLimits[] = {
    {"dispatches", [](const ModelCost& cost) { return cost.dispatches; }, false},
    {"workgroups", [](const ModelCost& cost) { return cost.workgroups; }, false},
    {"barriers", [](const ModelCost& cost) { return cost.barriers; }, false},
    {"arena_bytes", [](const ModelCost& cost) { return cost.arena_bytes; }, false},
    {"constant_bytes", [](const ModelCost& cost) { return cost.constant_bytes; }, false},
    {"pipelines", [](const ModelCost& cost) { return static_cast<int64_t>(cost.pipelines.size()); }, false},
    {"spirv_instructions", [](const ModelCost& cost) { return cost.SpirvInstructions(); }, false},
    {"spilled_registers", [](const ModelCost& cost) { return cost.SpilledRegisters(); }, false},
    {"fewest_convolution_waves", [](const ModelCost& cost) { return cost.FewestConvolutionWaves(); }, true},
};

Status Compare(const ModelCost& cost, const Json& budget, std::vector<std::string>& diagnostics) {
  for (const Limit& limit : kLimits) {
    const auto entry = budget.find(limit.name);
    if (entry == budget.end() || !entry->is_number_integer()) {
      return InvalidArgument("the budget of " + cost.model + " has no whole number " + limit.name);
    }
    const auto allowed = entry->get<int64_t>();
    const int64_t found = limit.value(cost);
    if (limit.is_least ? found >= allowed : found <= allowed) continue;
    diagnostics.push_back(cost.model + ": " + limit.name + ": expected " +
                          (limit.is_least ? "at least " : "at most ") + std::to_string(allowed) + ", found " +
                          std::to_string(found));
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> CompareWithBudgets(const std::filesystem::path& file,
                                                    const std::vector<ModelCost>& costs) {
  LITEVK_ASSIGN_OR_RETURN(const std::string text, ReadFile(file.string()));
  const Json budgets = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!budgets.is_object()) return InvalidArgument(file.string() + ": expected a JSON object of budgets");
  std::vector<std::string> diagnostics;
  for (const ModelCost& cost : costs) {
    const auto budget = budgets.find(cost.model);
    if (budget == budgets.end()) {
      diagnostics.push_back(cost.model + ": has no budget");
      continue;
    }
    const Status compared = Compare(cost, *budget, diagnostics);
    if (!compared.ok()) return InvalidArgument(file.string() + ": " + compared.message());
  }
  return diagnostics;
}

Status WriteBudgets(const std::filesystem::path& file, const std::vector<ModelCost>& costs) {
  Json budgets;
  for (const ModelCost& cost : costs) {
    for (const Limit& limit : kLimits) budgets[cost.model][limit.name] = limit.value(cost);
  }
  return WriteFileAtomically(file.string(), JsonText(budgets, 2) + "\n");
}

}  // namespace litevk::bench
