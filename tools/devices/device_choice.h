// The options by which users of a program choose a device.
#pragma once

#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance/device_request.h"

namespace CLI {
class App;
}

namespace litevk::tools {

struct DeviceChoice {
  std::string device;  // a number of litevk-devices, or a part of a name; empty: the first suitable one
  bool allow_cpu_device = false;
  std::vector<std::string> options;  // the delegate's options that choose a device: "device_id=0"
};

// Adds --device and --allow-cpu-device, which fill `choice`, and -o.
void AddDeviceOptions(CLI::App& app, DeviceChoice& choice);

// Moves the values of -o into the other members. Fails for an option that chooses no device.
Status ApplyOptions(DeviceChoice& choice);

// Returns why a CPU driver may be taken, such as "LITEVK_ALLOW_CPU_DEVICE=1 is set"; empty if none may.
std::string WhyCpuDevice(const DeviceChoice& choice);

vk::DeviceRequest DeviceRequestOf(const DeviceChoice& choice);

}  // namespace litevk::tools
