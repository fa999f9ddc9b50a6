#include "runtime/vk/instance/flag_words.h"

#include <vulkan/vulkan.h>

#include <array>
#include <cstdio>
#include <span>

namespace litevk::vk {
namespace {

struct Flag {
  uint32_t bit;
  const char* word;
};

constexpr Flag kHeapFlags[] = {
    {VK_MEMORY_HEAP_DEVICE_LOCAL_BIT, "device_local"},
    {VK_MEMORY_HEAP_MULTI_INSTANCE_BIT, "multi_instance"},
};

constexpr Flag kMemoryFlags[] = {
    {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, "device_local"},
    {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT, "host_visible"},
    {VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, "host_coherent"},
    {VK_MEMORY_PROPERTY_HOST_CACHED_BIT, "host_cached"},
    {VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, "lazily_allocated"},
    {VK_MEMORY_PROPERTY_PROTECTED_BIT, "protected"},
    {VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD, "device_coherent"},
    {VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD, "device_uncached"},
    {VK_MEMORY_PROPERTY_RDMA_CAPABLE_BIT_NV, "rdma_capable"},
};

// Bits without a name in older headers have the registry's numbers.
constexpr Flag kQueueFlags[] = {
    {VK_QUEUE_GRAPHICS_BIT, "graphics"},
    {VK_QUEUE_COMPUTE_BIT, "compute"},
    {VK_QUEUE_TRANSFER_BIT, "transfer"},
    {VK_QUEUE_SPARSE_BINDING_BIT, "sparse_binding"},
    {VK_QUEUE_PROTECTED_BIT, "protected"},
    {0x20, "video_decode"},
    {0x40, "video_encode"},
    {0x100, "optical_flow"},
};

constexpr Flag kStageFlags[] = {
    {VK_SHADER_STAGE_VERTEX_BIT, "vertex"},
    {VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, "tessellation_control"},
    {VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, "tessellation_evaluation"},
    {VK_SHADER_STAGE_GEOMETRY_BIT, "geometry"},
    {VK_SHADER_STAGE_FRAGMENT_BIT, "fragment"},
    {VK_SHADER_STAGE_COMPUTE_BIT, "compute"},
    {VK_SHADER_STAGE_TASK_BIT_NV, "task"},
    {VK_SHADER_STAGE_MESH_BIT_NV, "mesh"},
    {VK_SHADER_STAGE_RAYGEN_BIT_KHR, "raygen"},
    {VK_SHADER_STAGE_ANY_HIT_BIT_KHR, "any_hit"},
    {VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, "closest_hit"},
    {VK_SHADER_STAGE_MISS_BIT_KHR, "miss"},
    {VK_SHADER_STAGE_INTERSECTION_BIT_KHR, "intersection"},
    {VK_SHADER_STAGE_CALLABLE_BIT_KHR, "callable"},
};

constexpr Flag kSubgroupFlags[] = {
    {VK_SUBGROUP_FEATURE_BASIC_BIT, "basic"},
    {VK_SUBGROUP_FEATURE_VOTE_BIT, "vote"},
    {VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, "arithmetic"},
    {VK_SUBGROUP_FEATURE_BALLOT_BIT, "ballot"},
    {VK_SUBGROUP_FEATURE_SHUFFLE_BIT, "shuffle"},
    {VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, "shuffle_relative"},
    {VK_SUBGROUP_FEATURE_CLUSTERED_BIT, "clustered"},
    {VK_SUBGROUP_FEATURE_QUAD_BIT, "quad"},
    {VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV, "partitioned"},
};

std::string Hexadecimal(uint32_t number) {
  std::array<char, 16> text = {};
  std::snprintf(text.data(), text.size(), "0x%x", number);
  return text.data();
}

std::vector<std::string> Words(uint32_t flags, std::span<const Flag> known) {
  std::vector<std::string> words;
  for (const Flag& flag : known) {
    if ((flags & flag.bit) != 0) words.emplace_back(flag.word);
    flags &= ~flag.bit;
  }
  for (uint32_t bit = 1; flags != 0; bit <<= 1) {
    if ((flags & bit) != 0) words.push_back(Hexadecimal(bit));
    flags &= ~bit;
  }
  return words;
}

}  // namespace

std::vector<std::string> HeapWords(uint32_t flags) { return Words(flags, kHeapFlags); }
std::vector<std::string> MemoryWords(uint32_t flags) { return Words(flags, kMemoryFlags); }
std::vector<std::string> QueueWords(uint32_t flags) { return Words(flags, kQueueFlags); }
std::vector<std::string> StageWords(uint32_t flags) { return Words(flags, kStageFlags); }
std::vector<std::string> SubgroupWords(uint32_t flags) { return Words(flags, kSubgroupFlags); }

}  // namespace litevk::vk
