// Memory of the device for a tensor that one executable writes and others read, so that nothing is copied
// between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "runtime/base/status.h"
#include "runtime/exec/executable.h"
#include "runtime/exec/io_binding.h"
#include "runtime/vk/buffer.h"
#include "runtime/vk/command.h"
#include "runtime/vk/device.h"

namespace litevk {

// One thread at a time, the one that runs the executables.
class DeviceTensor {
 public:
  // Creates memory of Executable::BindableBytes of each executable; `options` are theirs. The host sees the
  // memory where it sees that of the executables' own inputs and outputs.
  static Result<std::unique_ptr<DeviceTensor>> Create(std::shared_ptr<const vk::Device> device,
                                                      uint64_t bytes, const ExecutableOptions& options);

  uint64_t bytes() const { return bytes_; }
  // To be bound by the executables.
  BufferRange range() const { return {buffer_.handle(), 0, bytes_, serial_}; }

  // Copies the first bytes of what the last finished run has left there, by commands of the device's where
  // the host does not see the memory. kDeviceLost and kUnavailable where the device is no longer there.
  Status Read(std::span<std::byte> target);

 private:
  DeviceTensor(std::shared_ptr<const vk::Device> device, uint64_t bytes, uint64_t serial)
      : device_(std::move(device)), bytes_(bytes), serial_(serial) {}
  Status RecordCopy();

  std::shared_ptr<const vk::Device> device_;
  uint64_t bytes_ = 0;
  uint64_t serial_ = 0;
  std::chrono::milliseconds wait_limit_{0};
  bool is_staged_ = false;
  vk::Buffer buffer_;
  // Objects of Read, where the host does not see the memory; the first Read makes them.
  vk::Buffer staging_;
  vk::CommandBuffer copy_;
};

}  // namespace litevk
