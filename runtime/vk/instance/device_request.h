// The device that an application requests, and the choice of a device.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance/device_info.h"

namespace litevk::vk {

struct DeviceRequest {
  std::optional<uint32_t> device_id;  // DeviceInfo::index
  std::string device_name;            // part of DeviceInfo::name, case-insensitive; empty: any
  bool allow_cpu_device = false;      // a CPU driver is only used if true, even if requested by id
  // Advice how to allow a CPU device, for the diagnostic that refuses it.
  std::string cpu_device_remedy = "set allow_cpu_device=1 to use it";
  FeatureSet disabled_features;
};

// Diagnostic if the drivers, if any, offer no device.
inline constexpr const char* kNoDevices = "no GPU: the installed Vulkan drivers offer none";

using NodeProblems = std::function<std::vector<std::string>()>;

// Returns the index of the device to use, among the usable ones that match. Discrete devices are preferred to
// integrated, virtual, other and CPU devices, in this order. kUnavailable if there is none.
//
// The message lists the devices that the request names, or else all devices, each with the reason why it was
// refused. It ends with the results of `node_problems`, which is only called then, since it opens the device
// nodes of GPUs.
Result<uint32_t> ChooseDevice(std::span<const DeviceInfo> devices, const DeviceRequest& request,
                              const NodeProblems& node_problems = nullptr);

}  // namespace litevk::vk
