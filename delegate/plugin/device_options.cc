#include "delegate/plugin/device_options.h"

#include <cstdint>

namespace litevk {

bool DeviceIsRequired(const Options& options) { return options.missing_device_is_error || options.strict; }

vk::DeviceRequest DeviceRequestOf(const Options& options) {
  vk::DeviceRequest request;
  if (options.device_id >= 0) request.device_id = static_cast<uint32_t>(options.device_id);
  request.device_name = options.device_name;
  request.allow_cpu_device = options.allow_cpu_device;
  request.disabled_features = options.disabled_features;
  return request;
}

AskedDevices AskedDevicesOf(const Options& options) {
  return {.gpus = options.self_test != SelfTest::kNever,
          .cpu_drivers = options.self_test == SelfTest::kAlways};
}

void ApplyProfileOptions(const Options& options, gpu::DeviceProfile& profile) {
  profile.winograd = !options.disable_winograd;
  if (options.max_tile > 0) profile.max_tile = options.max_tile;
  if (options.parallel_workgroups > 0) {
    profile.parallel_workgroups = static_cast<uint32_t>(options.parallel_workgroups);
  }
}

vk::IoPath IoPathOf(const vk::Device& device, const Options& options) {
  if (options.disable_zero_copy || !device.unified_memory()) return vk::IoPath::kStaged;
  return device.imports_host_memory() ? vk::IoPath::kInPlace : vk::IoPath::kMapped;
}

}  // namespace litevk
