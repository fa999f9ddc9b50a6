#include "runtime/vk/instance/check.h"

#include <string>

namespace litevk::vk {
namespace {

StatusCode CodeOf(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_FRAGMENTATION:
    case VK_ERROR_TOO_MANY_OBJECTS:
      return StatusCode::kResourceExhausted;
    case VK_ERROR_DEVICE_LOST:
      return StatusCode::kDeviceLost;
    case VK_ERROR_INITIALIZATION_FAILED:
    case VK_ERROR_INCOMPATIBLE_DRIVER:
    case VK_ERROR_LAYER_NOT_PRESENT:
    case VK_ERROR_EXTENSION_NOT_PRESENT:
    case VK_ERROR_FEATURE_NOT_PRESENT:
      return StatusCode::kUnavailable;
    default:
      return StatusCode::kInternal;
  }
}

}  // namespace

const char* ResultName(VkResult result) {
  switch (result) {
#define LITEVK_NAME(name) \
  case name:              \
    return #name;
    LITEVK_NAME(VK_NOT_READY)
    LITEVK_NAME(VK_TIMEOUT)
    LITEVK_NAME(VK_INCOMPLETE)
    LITEVK_NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
    LITEVK_NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    LITEVK_NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
    LITEVK_NAME(VK_ERROR_INITIALIZATION_FAILED)
    LITEVK_NAME(VK_ERROR_DEVICE_LOST)
    LITEVK_NAME(VK_ERROR_MEMORY_MAP_FAILED)
    LITEVK_NAME(VK_ERROR_LAYER_NOT_PRESENT)
    LITEVK_NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
    LITEVK_NAME(VK_ERROR_FEATURE_NOT_PRESENT)
    LITEVK_NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
    LITEVK_NAME(VK_ERROR_TOO_MANY_OBJECTS)
    LITEVK_NAME(VK_ERROR_FRAGMENTED_POOL)
    LITEVK_NAME(VK_ERROR_FRAGMENTATION)
    LITEVK_NAME(VK_ERROR_INVALID_SHADER_NV)
    LITEVK_NAME(VK_ERROR_UNKNOWN)
#undef LITEVK_NAME
    default:
      return "another VkResult";
  }
}

Status StatusOf(VkResult result, std::string_view expression) {
  return {CodeOf(result), std::string(CallName(expression)) + ": expected VK_SUCCESS, found " +
                              ResultName(result) + " (" + std::to_string(static_cast<int>(result)) + ")"};
}

}  // namespace litevk::vk
