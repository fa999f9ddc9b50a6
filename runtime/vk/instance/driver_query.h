// Queries of one device whose driver may be too old to answer them.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance/instance.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {

inline constexpr uint32_t kInNoVersion = UINT32_MAX;

// A structure that extends an answer, defined by an extension or a Vulkan version. Extension names are
// literals, as Vulkan's headers have renamed some of their macros.
struct AnswerStruct {
  VkStructureType type;
  const char* extension;
  uint32_t version = kInNoVersion;
};

// Queries one device. The instance must outlive it.
class DriverQuery {
 public:
  static Result<DriverQuery> Create(const Instance& instance, VkPhysicalDevice device);

  const InstanceFunctions& fn() const { return instance_->fn(); }
  VkPhysicalDevice device() const { return device_; }
  const VkPhysicalDeviceProperties& properties() const { return properties_; }
  const std::vector<VkExtensionProperties>& extensions() const { return extensions_; }

  // Returns false for all structures on a Vulkan 1.0 device, which must not be asked for them.
  bool Answers(const AnswerStruct& form) const;

  // Queries one structure at a time, so that a driver's answers do not depend on each other. Returns nothing
  // if the device does not answer.
  template <typename Struct>
  std::optional<Struct> Properties(const AnswerStruct& form) const {
    if (!Answers(form)) return std::nullopt;
    auto answer = Make<Struct>(form.type);
    auto head = Make<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &answer);
    fn().vkGetPhysicalDeviceProperties2(device_, &head);
    return answer;
  }
  template <typename Struct>
  std::optional<Struct> Features(const AnswerStruct& form) const {
    if (!Answers(form)) return std::nullopt;
    auto answer = Make<Struct>(form.type);
    auto head = Make<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &answer);
    fn().vkGetPhysicalDeviceFeatures2(device_, &head);
    return answer;
  }

 private:
  DriverQuery(const Instance& instance, VkPhysicalDevice device,
              std::vector<VkExtensionProperties> extensions);

  const Instance* instance_;
  VkPhysicalDevice device_;
  VkPhysicalDeviceProperties properties_ = {};
  std::vector<VkExtensionProperties> extensions_;
};

}  // namespace litevk::vk
