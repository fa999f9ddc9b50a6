// Vulkan's extensible structures, zeroed except for their type and chain.
#pragma once

#include <vulkan/vulkan.h>

namespace litevk::vk {

template <typename Struct>
Struct Make(VkStructureType type, void* next = nullptr) {
  Struct result = {};
  result.sType = type;
  result.pNext = next;
  return result;
}

}  // namespace litevk::vk
