#include "runtime/vk/instance/validation.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {
namespace {

std::atomic<uint64_t> message_count = 0;

VKAPI_ATTR VkBool32 VKAPI_CALL OnMessage(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                                         VkDebugUtilsMessageTypeFlagsEXT /*types*/,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* /*user*/) {
  ReportValidation(data->pMessage);
  return VK_FALSE;
}

}  // namespace

bool ValidationRequested() {
  const char* value = std::getenv("LITEVK_VALIDATION");
  return value != nullptr && std::string_view(value) == "1";
}

void ReportValidation(const char* message) {
  ++message_count;
  std::fprintf(stderr, "litevk-validation: %s\n", message);
}

uint64_t ValidationMessageCount() { return message_count; }

Status CheckValidationLayer(const GlobalFunctions& functions) {
  LITEVK_ASSIGN_OR_RETURN(
      const auto layers,
      Enumerate<VkLayerProperties>("vkEnumerateInstanceLayerProperties", [&](auto... list) {
        return functions.vkEnumerateInstanceLayerProperties(list...);
      }));
  const bool found = std::any_of(layers.begin(), layers.end(), [](const VkLayerProperties& layer) {
    return std::string_view(layer.layerName) == kValidationLayer;
  });
  if (found) return {};
  return Unavailable(
      "LITEVK_VALIDATION=1: expected the layer VK_LAYER_KHRONOS_validation, found none (Debian: apt-get "
      "install vulkan-validationlayers)");
}

VkDebugUtilsMessengerCreateInfoEXT ValidationMessenger() {
  auto info =
      Make<VkDebugUtilsMessengerCreateInfoEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  // Excludes messages of the general type, which come from the loader, about drivers that it could not open.
  info.messageType =
      VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = OnMessage;
  return info;
}

}  // namespace litevk::vk
