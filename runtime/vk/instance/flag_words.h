// Words for Vulkan's flags, as litevk-devices spells them: "device_local". A bit without a word becomes its
// number: "0x200".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace litevk::vk {

std::vector<std::string> HeapWords(uint32_t flags);      // VkMemoryHeapFlags
std::vector<std::string> MemoryWords(uint32_t flags);    // VkMemoryPropertyFlags
std::vector<std::string> QueueWords(uint32_t flags);     // VkQueueFlags
std::vector<std::string> StageWords(uint32_t flags);     // VkShaderStageFlags
std::vector<std::string> SubgroupWords(uint32_t flags);  // VkSubgroupFeatureFlags

}  // namespace litevk::vk
