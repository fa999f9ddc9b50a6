// Memory of a model's input or output that the host and the device have in turns.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>

#include "runtime/base/status.h"
#include "runtime/exec/device_tensor.h"
#include "runtime/vk/device.h"

namespace litevk {

// The host's memory is there from the beginning. The device's is made by the first run that writes it, and
// copied to the host when the host asks. Safe from any thread.
class SharedBuffer {
 public:
  using MakeTensor = std::function<Result<std::unique_ptr<DeviceTensor>>(uint64_t bytes)>;

  // Alignment of the host's memory in bytes, that of LiteRT's own buffers.
  static constexpr size_t kAlignment = 64;

  // Creates a buffer of zeros. Fails if there is no memory.
  static Result<std::unique_ptr<SharedBuffer>> Create(size_t bytes);

  // Returns the host's memory with the newest value. `is_written` says that the caller will change it. Fails
  // if the value is on a device that is lost.
  Result<std::span<std::byte>> ForHost(bool is_written);
  // Returns the host's memory, whatever it holds.
  std::span<std::byte> host() const { return {host_.get(), bytes_}; }

  // Returns the device's memory if it has the newest value; null if the host or another device has it.
  DeviceTensor* ForReading(const vk::Device* device);
  // Returns memory of `bytes` bytes on the device for a value to come. Null, which is no failure, if `bytes`
  // is 0 or the device has no memory left.
  DeviceTensor* ForWriting(const vk::Device* device, uint64_t bytes, const MakeTensor& make);
  // Tells where a run has left the newest value.
  void SetNewest(bool is_on_device);

 private:
  struct Free {
    void operator()(std::byte* bytes) const;
  };

  SharedBuffer(std::byte* host, size_t bytes) : host_(host), bytes_(bytes) {}

  std::mutex mutex_;
  std::unique_ptr<std::byte, Free> host_;
  size_t bytes_;
  const vk::Device* device_ = nullptr;  // kept alive by the tensor on it
  std::unique_ptr<DeviceTensor> on_device_;
  bool is_host_newest_ = true;
  bool is_device_newest_ = false;
};

}  // namespace litevk
