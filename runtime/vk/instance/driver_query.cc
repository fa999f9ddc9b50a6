#include "runtime/vk/instance/driver_query.h"

#include <algorithm>
#include <string_view>

#include "runtime/vk/instance/physical_device.h"

namespace litevk::vk {

DriverQuery::DriverQuery(const Instance& instance, VkPhysicalDevice device,
                         std::vector<VkExtensionProperties> extensions)
    : instance_(&instance), device_(device), extensions_(std::move(extensions)) {
  fn().vkGetPhysicalDeviceProperties(device_, &properties_);
}

Result<DriverQuery> DriverQuery::Create(const Instance& instance, VkPhysicalDevice device) {
  LITEVK_ASSIGN_OR_RETURN(auto extensions, DeviceExtensionProperties(instance, device));
  return DriverQuery(instance, device, std::move(extensions));
}

bool DriverQuery::Answers(const AnswerStruct& form) const {
  if (properties_.apiVersion < VK_API_VERSION_1_1) return false;
  if (properties_.apiVersion >= form.version) return true;
  return std::ranges::any_of(extensions_, [&](const VkExtensionProperties& extension) {
    return std::string_view(extension.extensionName) == form.extension;
  });
}

}  // namespace litevk::vk
