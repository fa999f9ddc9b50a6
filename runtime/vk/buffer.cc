#include "runtime/vk/buffer.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "runtime/platform/file_descriptor.h"
#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/external_memory.h"
#include "runtime/vk/instance/fault_injector.h"
#include "runtime/vk/instance/structs.h"

namespace litevk::vk {
namespace {

// Returns how well a memory type fits the use; nothing if it does not fit.
std::optional<int> Score(VkMemoryPropertyFlags flags, MemoryUse use) {
  constexpr VkMemoryPropertyFlags kOrdinary =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  if ((flags & ~kOrdinary) != 0) return std::nullopt;
  const auto has = [flags](VkMemoryPropertyFlagBits bit) { return (flags & bit) != 0 ? 1 : 0; };
  const int device_local = has(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  const int coherent = has(VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  const int host_visible = has(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT);
  if (use == MemoryUse::kDevice) return 2 * device_local - host_visible;
  if (host_visible == 0) return std::nullopt;
  if (use == MemoryUse::kHostWrites) return 2 * device_local + coherent;
  return 4 * has(VK_MEMORY_PROPERTY_HOST_CACHED_BIT) + 2 * coherent + device_local;
}

std::optional<uint32_t> ChooseMemoryType(const VkPhysicalDeviceMemoryProperties& memory, uint32_t allowed,
                                         MemoryUse use) {
  std::optional<uint32_t> best;
  int best_score = 0;
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const std::optional<int> score = Score(memory.memoryTypes[i].propertyFlags, use);
    if ((allowed & (1U << i)) == 0 || !score) continue;
    if (!best || *score > best_score) {
      best = i;
      best_score = *score;
    }
  }
  return best;
}

// Returns the size of a buffer for `bytes`, at most `most`. Mesa's llvmpipe (Mesa 22.3.6) compiles a pipeline
// once more if the size of a texel view's buffer is a power of two. Such sizes are padded if possible.
uint64_t BufferBytes(const Device& device, uint64_t bytes, uint64_t most) {
  constexpr uint64_t kPadding = 16;
  const bool is_padded = device.limits().profile.prefers_texel_loads && std::has_single_bit(bytes);
  return is_padded && bytes + kPadding <= most ? bytes + kPadding : bytes;
}

Result<Unique<VkBuffer>> CreateHandle(const Device& device, uint64_t bytes, void* chain = nullptr) {
  auto info = Make<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, chain);
  info.size = bytes;
  info.usage = BufferUsage(device.limits().profile.prefers_texel_loads);
  VkBuffer buffer = VK_NULL_HANDLE;
  LITEVK_VK(device.fn().vkCreateBuffer(device.handle(), &info, nullptr, &buffer));
  return Unique<VkBuffer>(device.handle(), buffer, device.fn().vkDestroyBuffer);
}

Result<Unique<VkDeviceMemory>> Allocate(const Device& device, uint64_t bytes, uint32_t type,
                                        void* chain = nullptr) {
  auto info = Make<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, chain);
  info.allocationSize = bytes;
  info.memoryTypeIndex = type;
  if (FaultInjector::HasNoMemory(device.allocated_bytes(), bytes)) {
    return StatusOf(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkAllocateMemory");
  }
  VkDeviceMemory memory = VK_NULL_HANDLE;
  LITEVK_VK(device.fn().vkAllocateMemory(device.handle(), &info, nullptr, &memory));
  return Unique<VkDeviceMemory>(device.handle(), memory, device.fn().vkFreeMemory);
}

Result<Unique<VkBuffer>> CreateExternal(const Device& device, uint64_t bytes,
                                        VkExternalMemoryHandleTypeFlagBits handle) {
  auto external =
      Make<VkExternalMemoryBufferCreateInfo>(VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
  external.handleTypes = handle;
  return CreateHandle(device, bytes, &external);
}

VkMemoryRequirements RequirementsOf(const Device& device, VkBuffer buffer) {
  VkMemoryRequirements requirements = {};
  device.fn().vkGetBufferMemoryRequirements(device.handle(), buffer, &requirements);
  return requirements;
}

bool IsCoherent(const Device& device, uint32_t type) {
  const VkMemoryPropertyFlags flags = device.memory().memoryTypes[type].propertyFlags;
  return (flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0 &&
         device.features().has(Feature::kCoherentMemory);
}

VkMappedMemoryRange MappedRange(VkDeviceMemory memory, gpu::ByteRange atoms) {
  auto range = Make<VkMappedMemoryRange>(VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE);
  range.memory = memory;
  range.offset = atoms.offset_bytes;
  range.size = atoms.bytes;
  return range;
}

}  // namespace

gpu::ByteRange AtomsAround(gpu::ByteRange range, uint64_t atom_bytes, uint64_t allocation_bytes) {
  const uint64_t begin = range.offset_bytes / atom_bytes * atom_bytes;
  const uint64_t last_atom = (range.offset_bytes + range.bytes + atom_bytes - 1) / atom_bytes;
  return {begin, std::min(last_atom * atom_bytes, allocation_bytes) - begin};
}

Result<Buffer> Buffer::Create(const Device& device, uint64_t bytes, MemoryUse use, std::string_view what) {
  if (bytes > device.limits().max_allocation_bytes) {
    return Status(StatusCode::kResourceExhausted, std::string(what) + ": expected at most " +
                                                      std::to_string(device.limits().max_allocation_bytes) +
                                                      " bytes (maxMemoryAllocationSize), found " +
                                                      std::to_string(bytes));
  }
  Buffer buffer;
  buffer.device_ = &device;
  const uint64_t buffer_bytes = BufferBytes(device, bytes, device.limits().max_allocation_bytes);
  LITEVK_ASSIGN_OR_RETURN(buffer.buffer_, CreateHandle(device, buffer_bytes));
  const VkMemoryRequirements requirements = RequirementsOf(device, buffer.handle());
  const std::optional<uint32_t> type = ChooseMemoryType(device.memory(), requirements.memoryTypeBits, use);
  if (!type) return Unavailable(std::string(what) + ": expected a memory type for it, found none");
  Result<Unique<VkDeviceMemory>> memory = Allocate(device, requirements.size, *type);
  if (!memory.ok()) {
    return Status(memory.status().code(), std::string(what) + " of " + std::to_string(bytes) +
                                              " bytes: " + memory.status().message());
  }
  buffer.memory_ = std::move(*memory);
  buffer.counted_ = CountedBytes(device, requirements.size);
  const VkDeviceMemory handle = buffer.memory_.get();
  LITEVK_VK(device.fn().vkBindBufferMemory(device.handle(), buffer.handle(), handle, 0));
  if (use == MemoryUse::kDevice) return buffer;

  void* data = nullptr;
  LITEVK_VK(device.fn().vkMapMemory(device.handle(), handle, 0, VK_WHOLE_SIZE, 0, &data));
  buffer.mapped_ = {static_cast<std::byte*>(data), bytes};
  buffer.allocation_bytes_ = requirements.size;
  buffer.coherent_ = IsCoherent(device, *type);
  return buffer;
}

Result<Buffer> Buffer::Import(const Device& device, std::span<std::byte> pages, uint64_t used_bytes,
                              std::string_view what) {
  Buffer buffer;
  buffer.device_ = &device;
  const uint64_t buffer_bytes = BufferBytes(device, used_bytes, pages.size());
  LITEVK_ASSIGN_OR_RETURN(buffer.buffer_, CreateExternal(device, buffer_bytes, kHostPointerHandle));
  const VkMemoryRequirements requirements = RequirementsOf(device, buffer.handle());
  auto properties =
      Make<VkMemoryHostPointerPropertiesEXT>(VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT);
  LITEVK_VK(device.fn().vkGetMemoryHostPointerPropertiesEXT(device.handle(), kHostPointerHandle, pages.data(),
                                                            &properties));
  const std::optional<uint32_t> type = ChooseMemoryType(
      device.memory(), requirements.memoryTypeBits & properties.memoryTypeBits, MemoryUse::kHostReads);
  if (!type || requirements.size > pages.size()) {
    return Unavailable(std::string(what) + ": the device cannot use this memory of the host");
  }
  if (!IsCoherent(device, *type)) {
    return Unavailable(std::string(what) + ": expected coherent memory, found none");
  }
  auto import = Make<VkImportMemoryHostPointerInfoEXT>(VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT);
  import.handleType = kHostPointerHandle;
  import.pHostPointer = pages.data();
  LITEVK_ASSIGN_OR_RETURN(buffer.memory_, Allocate(device, pages.size(), *type, &import));
  LITEVK_VK(device.fn().vkBindBufferMemory(device.handle(), buffer.handle(), buffer.memory_.get(), 0));
  return buffer;
}

Result<Buffer> Buffer::Import(const Device& device, const MemoryHandle& handle, std::string_view what) {
  if (!device.features().has(Feature::kMemoryHandles)) {
    return Unavailable(std::string(what) + ": the device cannot import file descriptors of memory");
  }
  Buffer buffer;
  buffer.device_ = &device;
  LITEVK_ASSIGN_OR_RETURN(buffer.buffer_, CreateExternal(device, handle.allocation_bytes, kFdHandle));
  const VkMemoryRequirements requirements = RequirementsOf(device, buffer.handle());
  const bool is_type =
      handle.memory_type < 32 && (requirements.memoryTypeBits >> handle.memory_type & 1) != 0;
  if (!is_type || requirements.size > handle.allocation_bytes) {
    return InvalidArgument(std::string(what) + ": a buffer of " + std::to_string(handle.allocation_bytes) +
                           " bytes cannot lie in memory of type " + std::to_string(handle.memory_type));
  }
  FileDescriptor descriptor = FileDescriptor::Duplicate(handle.fd);
  if (!descriptor) {
    return InvalidArgument(std::string(what) + ": " + std::to_string(handle.fd) +
                           " is no open file descriptor");
  }
  auto import = Make<VkImportMemoryFdInfoKHR>(VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR);
  import.handleType = kFdHandle;
  import.fd = descriptor.number();
  LITEVK_ASSIGN_OR_RETURN(buffer.memory_,
                          Allocate(device, handle.allocation_bytes, handle.memory_type, &import));
  descriptor.Release();  // a successful import takes ownership
  LITEVK_VK(device.fn().vkBindBufferMemory(device.handle(), buffer.handle(), buffer.memory_.get(), 0));
  return buffer;
}

Status Buffer::Flush(gpu::ByteRange range) const {
  if (coherent_ || range.bytes == 0) return {};
  const VkMappedMemoryRange atoms =
      MappedRange(memory_.get(), AtomsAround(range, device_->non_coherent_atom_bytes(), allocation_bytes_));
  LITEVK_VK(device_->fn().vkFlushMappedMemoryRanges(device_->handle(), 1, &atoms));
  return {};
}

Status Buffer::Invalidate(gpu::ByteRange range) const {
  if (coherent_ || range.bytes == 0) return {};
  const VkMappedMemoryRange atoms =
      MappedRange(memory_.get(), AtomsAround(range, device_->non_coherent_atom_bytes(), allocation_bytes_));
  LITEVK_VK(device_->fn().vkInvalidateMappedMemoryRanges(device_->handle(), 1, &atoms));
  return {};
}

}  // namespace litevk::vk
