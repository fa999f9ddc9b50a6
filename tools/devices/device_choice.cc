#include "tools/devices/device_choice.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace litevk::tools {

void AddDeviceOptions(CLI::App& app, DeviceChoice& choice) {
  app.add_option("--device", choice.device, "A number of litevk-devices, or a part of a device's name")
      ->type_name("ID|NAME");
  app.add_flag("--allow-cpu-device", choice.allow_cpu_device,
               "Also take a Vulkan driver that runs on the CPU; as LITEVK_ALLOW_CPU_DEVICE=1 does");
}

std::string WhyCpuDevice(const DeviceChoice& choice) {
  if (choice.allow_cpu_device) return "--allow-cpu-device is given";
  const char* environment = std::getenv("LITEVK_ALLOW_CPU_DEVICE");
  const bool is_set = environment != nullptr && std::string_view(environment) == "1";
  return is_set ? "LITEVK_ALLOW_CPU_DEVICE=1 is set" : "";
}

vk::DeviceRequest DeviceRequestOf(const DeviceChoice& choice) {
  vk::DeviceRequest request;
  request.cpu_device_remedy = "--allow-cpu-device takes it";
  request.allow_cpu_device = !WhyCpuDevice(choice).empty();
  uint32_t id = 0;
  const char* const end = choice.device.data() + choice.device.size();
  const auto [next, error] = std::from_chars(choice.device.data(), end, id);
  if (error == std::errc() && next == end) {
    request.device_id = id;
  } else {
    request.device_name = choice.device;
  }
  return request;
}

}  // namespace litevk::tools
