#include "delegate/plugin/option_values.h"

#include <charconv>
#include <cmath>

namespace litevk {

bool SetBool(bool& target, std::string_view value) {
  const bool is_true = value == "1" || value == "true" || value == "True";
  if (!is_true && value != "0" && value != "false" && value != "False") return false;
  target = is_true;
  return true;
}

bool SetCount(int& target, std::string_view value) {
  int number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < 0) return false;
  target = number;
  return true;
}

bool SetVerify(Verify& target, std::string_view value) {
  constexpr std::string_view kSample = "sample:";
  target = {.first = value == "first", .every = value == "1" ? 1 : 0};
  if (value == "0" || !target.is_off()) return true;
  return value.starts_with(kSample) && SetCount(target.every, value.substr(kSample.size())) &&
         target.every > 0;
}

bool SetMilliseconds(double& target, std::string_view value) {
  double milliseconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), milliseconds);
  const bool is_whole = error == std::errc() && end == value.data() + value.size();
  if (!is_whole || !std::isfinite(milliseconds) || milliseconds < 0) return false;
  target = milliseconds;
  return true;
}

bool SetTile(uint32_t& target, std::string_view value) {
  int pixels = 0;
  if (!SetCount(pixels, value) || pixels > static_cast<int>(gpu::kLargestTile)) return false;
  target = static_cast<uint32_t>(pixels);
  return true;
}

bool SetLogLevel(LogLevel& target, std::string_view value) {
  return SetNamed(target, value, {"silent", "error", "warning", "info", "verbose"}) ||
         SetNamed(target, value, {"0", "1", "2", "3", "4"});
}

bool SetCpuKernels(CpuKernels& target, std::string_view value) {
  if (value != Name(CpuKernels::kXnnpack) && value != Name(CpuKernels::kBuiltin)) return false;
  target = value == Name(CpuKernels::kBuiltin) ? CpuKernels::kBuiltin : CpuKernels::kXnnpack;
  return true;
}

bool SetFeatures(vk::FeatureSet& target, std::string_view value) {
  target = {};
  while (!value.empty()) {
    const std::string_view name = value.substr(0, value.find(','));
    const auto feature = vk::FeatureFromName(name);
    if (!feature) return false;
    target.Add(*feature);
    value.remove_prefix(std::min(value.size(), name.size() + 1));
  }
  return true;
}

}  // namespace litevk
