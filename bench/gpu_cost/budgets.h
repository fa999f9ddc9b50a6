// Costs that must not grow: a JSON file with an object for each model, written by litevk-gpu-cost itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/gpu_cost/model_cost.h"

namespace litevk::bench {

// Returns a diagnostic for each cost that is above its budget (for waves: below), and for each model without
// one.
Result<std::vector<std::string>> CompareWithBudgets(const std::filesystem::path& file,
                                                    const std::vector<ModelCost>& costs);
Status WriteBudgets(const std::filesystem::path& file, const std::vector<ModelCost>& costs);

}  // namespace litevk::bench
