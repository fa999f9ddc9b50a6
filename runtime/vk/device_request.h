// Which device an application asks for, and which one it gets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/device_info.h"

namespace litevk::vk {

struct DeviceRequest {
  std::optional<uint32_t> device_id;  // DeviceInfo::index
  std::string device_name;            // part of DeviceInfo::name, in any case; empty: any
  bool allow_cpu_device = false;      // a CPU driver is never taken without it, not even by id
  // How the user allows one, for the sentence that refuses it.
  std::string cpu_device_remedy = "set allow_cpu_device=1 to use it";
  FeatureSet disabled_features;
};

// What is said where the drivers, if there are any, offer no device at all.
inline constexpr const char* kNoDevices = "no GPU: the installed Vulkan drivers offer none";

using NodeProblems = std::function<std::vector<std::string>()>;

// The index of the device to use: of the usable ones that match, discrete before integrated before
// virtual before other before CPU. kUnavailable when there is none. The message lists the devices that the
// request names, each with the reason why it was not taken, or all devices where it names none of them. Then
// it has what `node_problems` finds, which is asked only now: it opens the device nodes of GPUs.
Result<uint32_t> ChooseDevice(std::span<const DeviceInfo> devices, const DeviceRequest& request,
                              const NodeProblems& node_problems = nullptr);

}  // namespace litevk::vk
