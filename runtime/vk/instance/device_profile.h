// The class of a device, from the hardware that its driver reports, and the profile of that class.
#pragma once

#include <cstdint>

#include "runtime/graph/device_profile.h"

namespace litevk::vk {

// A part of VkPhysicalDeviceProperties. The driver is not identified, since registers are the hardware's. The
// subgroup size is omitted, as the announced size differs from the compiled one. Intel has 32 and 8 or 16,
// Adreno 128 and 64.
struct DeviceIdentity {
  uint32_t vendor_id = 0;
  uint32_t device_id = 0;
  bool is_cpu = false;
  uint32_t cores = 0;  // streaming multiprocessors, from VK_NV_shader_sm_builtins; 0: not reported
};

// Returns a profile for every device. One without a class of its own is "other".
gpu::DeviceProfile ProfileOf(const DeviceIdentity& identity);

// Returns the most iterations of all loops of one invocation together. Mesa's CPU driver ends loops after
// 65,535 (LP_MAX_TGSI_LOOP_ITERATIONS). A million elsewhere is close to the time limit of desktop watchdogs.
uint64_t MostLoopIterations(uint32_t vendor_id, bool is_cpu);

}  // namespace litevk::vk
