// What to know of outputs that differ where layers of floats have integer weights.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace litevk::tools {

// Returns a sentence on a model of dynamic range whose outputs differ from the CPU kernels' on litevk's
// delegate with these options; "" for another model, and for one that cannot be read.
std::string DynamicRangeAdvice(const std::filesystem::path& model,
                               const std::vector<std::pair<std::string, std::string>>& delegate_options);

// Prints that sentence, if there is one.
void PrintDynamicRangeAdvice(const std::filesystem::path& model,
                             const std::vector<std::pair<std::string, std::string>>& delegate_options);

}  // namespace litevk::tools
