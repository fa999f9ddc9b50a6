// Questions to the driver of one device that it may be too old to answer.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance.h"
#include "runtime/vk/structs.h"

namespace litevk::vk {

inline constexpr uint32_t kInNoVersion = UINT32_MAX;

// A structure that extends an answer: an extension brings it, or a version of Vulkan. Extensions are spelled
// out, as Vulkan's headers have renamed some of their macros.
struct AnswerStruct {
  VkStructureType type;
  const char* extension;
  uint32_t version = kInNoVersion;
};

// The instance must outlive it.
class DriverQuery {
 public:
  static Result<DriverQuery> Create(const Instance& instance, VkPhysicalDevice device);

  const InstanceFunctions& fn() const { return instance_->fn(); }
  VkPhysicalDevice device() const { return device_; }
  const VkPhysicalDeviceProperties& properties() const { return properties_; }
  const std::vector<VkExtensionProperties>& extensions() const { return extensions_; }

  // False for all structures on a device of Vulkan 1.0, which must not be asked for them.
  bool Answers(const AnswerStruct& form) const;

  // One structure at a time, so that no driver's answer to one depends on another. Nothing where the device
  // does not answer.
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
