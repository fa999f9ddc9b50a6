#include "tools/devices/device_choice.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "delegate/plugin/option_table.h"
#include "runtime/base/nearest_word.h"
#include "tools/program/delegate_options.h"

namespace litevk::tools {

void AddDeviceOptions(CLI::App& app, DeviceChoice& choice) {
  app.add_option("--device", choice.device, "A number of litevk-devices, or a part of a device's name")
      ->type_name("ID|NAME");
  app.add_flag("--allow-cpu-device", choice.allow_cpu_device,
               "Also take a Vulkan driver that runs on the CPU; as LITEVK_ALLOW_CPU_DEVICE=1 does");
  AddDelegateOptions(app, choice.options);
}

Status ApplyOptions(DeviceChoice& choice) {
  constexpr std::array<std::string_view, 3> kKeys = {"device_id", "device_name", "allow_cpu_device"};
  LITEVK_ASSIGN_OR_RETURN(const KeyValues pairs, ParseDelegateOptions(choice.options));
  for (const auto& [key, value] : pairs) {
    if (std::ranges::find(kKeys, key) == kKeys.end()) {
      return InvalidArgument("-o " + key + ": expected device_id, device_name or allow_cpu_device here" +
                             DidYouMean(key, kKeys));
    }
  }
  LITEVK_ASSIGN_OR_RETURN(const Options options, ParseOptions(pairs));
  if (options.device_id >= 0) choice.device = std::to_string(options.device_id);
  if (!options.device_name.empty()) choice.device = options.device_name;
  const bool is_given =
      std::ranges::find(pairs, "allow_cpu_device", &KeyValues::value_type::first) != pairs.end();
  if (is_given) choice.allow_cpu_device = options.allow_cpu_device;
  return {};
}

std::string WhyCpuDevice(const DeviceChoice& choice) {
  if (choice.allow_cpu_device) return "allow_cpu_device=1 is set";
  const Result<bool> is_allowed = EnvironmentAllowsCpuDevice();
  return is_allowed.ok() && *is_allowed ? "LITEVK_ALLOW_CPU_DEVICE=1 is set" : "";
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
