// Device memory for a tensor that one executable writes and others read, without copies between them.
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

// Used only by the thread that runs the executables.
class DeviceTensor {
 public:
  // Creates memory with Executable::BindableBytes of each executable, whose options are `options`. The memory
  // is visible to the host if that of the executables' own inputs and outputs is.
  static Result<std::unique_ptr<DeviceTensor>> Create(std::shared_ptr<const vk::Device> device,
                                                      uint64_t bytes, const ExecutableOptions& options);

  uint64_t bytes() const { return bytes_; }
  // True if the device, and with it the value, is lost.
  bool is_lost() const { return device_->lost(); }
  // Returns the range for the executables to bind.
  BufferRange range() const { return {buffer_.handle(), 0, bytes_, serial_}; }

  // Copies the first bytes that the last finished run has left. Memory that the host cannot see is copied by
  // device commands. Returns kDeviceLost or kUnavailable if the device is gone.
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
  // Objects of Read for memory that the host cannot see; made by the first Read.
  vk::Buffer staging_;
  vk::CommandBuffer copy_;
};

}  // namespace litevk
