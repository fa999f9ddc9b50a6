// A buffer with memory of its own.
#pragma once

#include <vulkan/vulkan.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"
#include "runtime/vk/handle.h"

namespace litevk::vk {

enum class MemoryUse {
  kDevice,      // only the device touches it
  kHostWrites,  // mapped; the host writes it once, the device reads it often
  kHostReads,   // mapped; the host reads and writes it between runs: cached where possible
};

// Storage buffer and source and destination of copies. Move-only; the device must outlive it.
class Buffer {
 public:
  // `what` names the buffer in error messages: "arena".
  static Result<Buffer> Create(const Device& device, uint64_t bytes, MemoryUse use, std::string_view what);

  // Makes a buffer of the caller's memory, where device.imports_host_memory(). `pages` begins and ends at
  // multiples of limits().host_pointer_alignment_bytes. The buffer must not be used when they are gone.
  static Result<Buffer> Import(const Device& device, std::span<std::byte> pages, std::string_view what);

  Buffer() = default;

  VkBuffer handle() const { return buffer_.get(); }
  explicit operator bool() const { return static_cast<bool>(buffer_); }
  // Mapped for the buffer's whole life; empty for kDevice.
  std::span<std::byte> mapped() const { return mapped_; }
  // Before the device reads what the host wrote, and before the host reads what the device wrote.
  // Nothing to do in coherent memory.
  Status Flush() const;
  Status Invalidate() const;

 private:
  const Device* device_ = nullptr;
  Unique<VkDeviceMemory> memory_;
  Unique<VkBuffer> buffer_;
  std::span<std::byte> mapped_;
  bool coherent_ = true;
};

}  // namespace litevk::vk
