#include "runtime/vk/instance/device_info.h"

#include <array>

namespace litevk::vk {
namespace {

constexpr std::array<std::string_view, kFeatureCount> kFeatureNames = {
    "subgroups",        "storage_16bit",       "storage_8bit",   "texel_buffers",
    "timestamps",       "pipeline_statistics", "host_pointers",  "int64",
    "thread_spreading", "coherent_memory",     "memory_handles", "dot_product"};

}  // namespace

std::string_view DeviceTypeName(DeviceType type) {
  switch (type) {
    case DeviceType::kIntegrated:
      return "integrated";
    case DeviceType::kDiscrete:
      return "discrete";
    case DeviceType::kVirtual:
      return "virtual";
    case DeviceType::kCpu:
      return "cpu";
    case DeviceType::kOther:
      break;
  }
  return "other";
}

std::string_view FeatureName(Feature feature) { return kFeatureNames[static_cast<size_t>(feature)]; }

std::optional<Feature> FeatureFromName(std::string_view name) {
  for (uint32_t i = 0; i < kFeatureCount; ++i) {
    if (kFeatureNames[i] == name) return static_cast<Feature>(i);
  }
  return std::nullopt;
}

}  // namespace litevk::vk
