// Advice on outputs that differ because layers of floats have integer weights.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace litevk::tools {

// Returns the advice for a dynamic-range model whose outputs differ from the CPU kernels' on litevk's
// delegate with these options. Returns "" for another model, and for one that cannot be read.
std::string DynamicRangeAdvice(const std::filesystem::path& model,
                               const std::vector<std::pair<std::string, std::string>>& delegate_options);

// Prints the advice, if there is any.
void PrintDynamicRangeAdvice(const std::filesystem::path& model,
                             const std::vector<std::pair<std::string, std::string>>& delegate_options);

}  // namespace litevk::tools
