#include "runtime/vk/instance/capabilities.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace litevk::vk {
namespace {

// A SPIR-V capability, with the feature that a device needs for it (runtime/vk/device.cc).
struct Capability {
  uint32_t number;
  std::string_view name;
  std::optional<Feature> feature;       // none: every device has it
  std::string_view subgroup_operation;  // the operation in DeviceInfo::subgroup_operations
};

using enum Feature;
constexpr Capability kCapabilities[] = {
    {0, "Matrix", {}, {}},
    {1, "Shader", {}, {}},
    {11, "Int64", kInt64, {}},
    {46, "SampledBuffer", {}, {}},
    {47, "ImageBuffer", {}, {}},
    {61, "GroupNonUniform", kSubgroups, "basic"},
    {62, "GroupNonUniformVote", kSubgroups, "vote"},
    {63, "GroupNonUniformArithmetic", kSubgroups, "arithmetic"},
    {64, "GroupNonUniformBallot", kSubgroups, "ballot"},
    {65, "GroupNonUniformShuffle", kSubgroups, "shuffle"},
    {66, "GroupNonUniformShuffleRelative", kSubgroups, "shuffle_relative"},
    {67, "GroupNonUniformClustered", kSubgroups, "clustered"},
    {68, "GroupNonUniformQuad", kSubgroups, "quad"},
    {4433, "StorageBuffer16BitAccess", kStorage16Bit, {}},
    {4448, "StorageBuffer8BitAccess", kStorage8Bit, {}},
    {6018, "DotProductInput4x8BitPacked", kDotProduct, {}},
    {6019, "DotProduct", kDotProduct, {}},
};
// Capabilities that no device is opened with. They are listed so that a diagnostic can name them.
constexpr std::pair<uint32_t, std::string_view> kNeverEnabled[] = {
    {9, "Float16"},
    {10, "Float64"},
    {12, "Int64Atomics"},
    {22, "Int16"},
    {39, "Int8"},
    {4441, "VariablePointersStorageBuffer"},
    {4442, "VariablePointers"},
    {5345, "VulkanMemoryModel"},
    {5347, "PhysicalStorageBufferAddresses"},
};

std::string NameOf(uint32_t capability) {
  const auto* const found =
      std::ranges::find(kNeverEnabled, capability, &std::pair<uint32_t, std::string_view>::first);
  return found == std::end(kNeverEnabled) ? std::to_string(capability) : std::string(found->second);
}

Status CheckCapability(uint32_t number, const DeviceInfo& info, FeatureSet features) {
  const auto* const found = std::ranges::find(kCapabilities, number, &Capability::number);
  if (found == std::end(kCapabilities)) {
    return Unsupported("the module needs the capability " + NameOf(number) +
                       ", for which litevk opens no device");
  }
  const bool lacks_feature = found->feature && !features.has(*found->feature);
  const bool lacks_operation = !found->subgroup_operation.empty() &&
                               std::ranges::find(info.subgroup_operations, found->subgroup_operation) ==
                                   info.subgroup_operations.end();
  if (!lacks_feature && !lacks_operation) return {};
  return Unsupported("the module needs the capability " + std::string(found->name) + ", which " + info.name +
                     " does not have, or an option has switched off");
}

}  // namespace

std::string CapabilityNames(std::span<const uint32_t> capabilities) {
  std::string names;
  for (const uint32_t required : capabilities) {
    const auto* const found = std::ranges::find(kCapabilities, required, &Capability::number);
    if (found == std::end(kCapabilities) || !found->feature) continue;
    names += (names.empty() ? "" : ", ") + std::string(found->name);
  }
  return names;
}

Status CheckCapabilities(std::span<const uint32_t> capabilities, const DeviceInfo& info,
                         FeatureSet features) {
  for (const uint32_t capability : capabilities) {
    LITEVK_RETURN_IF_ERROR(CheckCapability(capability, info, features));
  }
  return {};
}

}  // namespace litevk::vk
