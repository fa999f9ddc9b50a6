// The class of a device, from what its driver says of the hardware, and the profile of that class.
#pragma once

#include <cstdint>

#include "runtime/graph/device_profile.h"

namespace litevk::vk {

// A part of VkPhysicalDeviceProperties. Nothing here tells the driver: registers are the hardware's. The size
// of a subgroup is left out too, as the announced one is not the compiled one (Intel: 32 and 8 or 16, Adreno:
// 128 and 64).
struct DeviceIdentity {
  uint32_t vendor_id = 0;
  uint32_t device_id = 0;
  bool is_cpu = false;
  uint32_t cores = 0;  // streaming multiprocessors, by VK_NV_shader_sm_builtins; 0: the driver does not say
};

// Never fails: a device that no class is made for is "other".
gpu::DeviceProfile ProfileOf(const DeviceIdentity& identity);

// Iterations that the loops of one invocation may make together. Mesa's driver for CPUs ends them after
// 65,535 (LP_MAX_TGSI_LOOP_ITERATIONS); what takes a million on another device is near the watchdogs of
// desktops.
uint64_t MostLoopIterations(uint32_t vendor_id, bool is_cpu);

}  // namespace litevk::vk
