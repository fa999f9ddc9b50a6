// Readers of an option's value. Each sets the target and returns true if the text has the option's form, else
// returns false.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "delegate/engine/options.h"

namespace litevk {

bool SetBool(bool& target, std::string_view value);
bool SetCount(int& target, std::string_view value);
bool SetVerify(Verify& target, std::string_view value);
bool SetMilliseconds(double& target, std::string_view value);
bool SetTile(uint32_t& target, std::string_view value);
bool SetLogLevel(LogLevel& target, std::string_view value);
bool SetCpuKernels(CpuKernels& target, std::string_view value);
bool SetFeatures(vk::FeatureSet& target, std::string_view value);

// Sets the enumerator whose name is at its own value in `names`.
template <typename Enum, size_t n>
bool SetNamed(Enum& target, std::string_view value, const std::string_view (&names)[n]) {
  const auto* const found = std::ranges::find(names, value);
  if (found == std::end(names)) return false;
  target = static_cast<Enum>(found - std::begin(names));
  return true;
}

}  // namespace litevk
