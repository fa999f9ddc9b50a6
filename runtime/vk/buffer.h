// A Vulkan buffer and its memory.
#pragma once

#include <vulkan/vulkan.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/graph/memory_plan.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/external_memory.h"
#include "runtime/vk/instance/handle.h"

namespace litevk::vk {

enum class MemoryUse {
  kDevice,      // only the device accesses it
  kHostWrites,  // mapped; the host writes it once, the device reads it often
  kHostReads,   // mapped; the host reads and writes it between runs: cached if possible
};

// Expands the range to whole atoms (VkPhysicalDeviceLimits::nonCoherentAtomSize), the unit of flushing and
// invalidating. It begins at a multiple of `atom_bytes`, and ends at one or where the allocation does.
gpu::ByteRange AtomsAround(gpu::ByteRange range, uint64_t atom_bytes, uint64_t allocation_bytes);

// Counts bytes as allocated (Device::allocated_bytes) during its lifetime. Move-only.
class CountedBytes {
 public:
  CountedBytes() = default;
  CountedBytes(const Device& device, uint64_t bytes) : device_(&device), bytes_(bytes) {
    device.allocated_bytes_ += bytes;
  }
  CountedBytes(CountedBytes&& other) noexcept
      : device_(other.device_), bytes_(std::exchange(other.bytes_, 0)) {}
  CountedBytes& operator=(CountedBytes&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  CountedBytes(const CountedBytes&) = delete;
  CountedBytes& operator=(const CountedBytes&) = delete;
  ~CountedBytes() {
    if (bytes_ > 0) device_->allocated_bytes_ -= bytes_;
  }

 private:
  const Device* device_ = nullptr;
  uint64_t bytes_ = 0;
};

// A storage buffer that is also source and destination of copies. Move-only; the device must outlive it.
class Buffer {
 public:
  // `what` names the buffer in error messages: "arena".
  static Result<Buffer> Create(const Device& device, uint64_t bytes, MemoryUse use, std::string_view what);

  // Makes a buffer of the caller's memory; requires device.imports_host_memory(). `pages` begins and ends at
  // multiples of limits().host_pointer_alignment_bytes. The buffer covers at least the first `used_bytes`. It
  // must not be used after the memory is freed.
  static Result<Buffer> Import(const Device& device, std::span<std::byte> pages, uint64_t used_bytes,
                               std::string_view what);

  // Makes a buffer of all memory behind `handle`; requires features().has(Feature::kMemoryHandles).
  static Result<Buffer> Import(const Device& device, const MemoryHandle& handle, std::string_view what);

  Buffer() = default;

  VkBuffer handle() const { return buffer_.get(); }
  explicit operator bool() const { return static_cast<bool>(buffer_); }
  // Returns the memory, which is mapped for the buffer's lifetime; empty for kDevice.
  std::span<std::byte> mapped() const { return mapped_; }
  // Flush comes before the device reads what the host wrote, Invalidate before the host reads what the device
  // wrote. Both do nothing for coherent memory.
  Status Flush(gpu::ByteRange range) const;
  Status Invalidate(gpu::ByteRange range) const;

 private:
  const Device* device_ = nullptr;
  Unique<VkDeviceMemory> memory_;
  CountedBytes counted_;
  Unique<VkBuffer> buffer_;
  std::span<std::byte> mapped_;
  uint64_t allocation_bytes_ = 0;
  bool coherent_ = true;
};

}  // namespace litevk::vk
