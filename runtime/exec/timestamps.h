// Device timestamps around the dispatches of a command buffer.
#pragma once

#include <vulkan/vulkan.h>

#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"
#include "runtime/vk/instance/handle.h"

namespace litevk {

// Times in microseconds.
struct DeviceTimes {
  double begin = 0;               // the first timestamp, by the device's own clock
  std::vector<double> durations;  // from each timestamp to the next
};

// Timestamps before the first dispatch and after each. A default-constructed object records and reads
// nothing.
class Timestamps {
 public:
  static Result<Timestamps> Create(const vk::Device& device, size_t dispatches);

  Timestamps() = default;

  void CmdReset(const vk::Device& device, VkCommandBuffer commands) const;
  void CmdWrite(const vk::Device& device, VkCommandBuffer commands, size_t index) const;
  // Reads the times of a finished submission. Without durations if the driver does not have them yet: Read
  // does not wait.
  Result<DeviceTimes> Read(const vk::Device& device) const;

 private:
  vk::Unique<VkQueryPool> pool_;
  uint32_t count_ = 0;
};

}  // namespace litevk
