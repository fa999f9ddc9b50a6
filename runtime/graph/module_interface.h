// What a SPIR-V module says of itself that a host has to know before it makes a pipeline of it. The modules
// of this project are read when they are built (tools/build/embed_shader.py); this reads those that a user
// brings.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"

namespace litevk::gpu {

// A resource that a descriptor stands for.
struct ModuleBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  bool is_storage_buffer = false;  // one, not an array of them
  bool is_readonly = false;
};

struct ModuleInterface {
  std::vector<uint32_t> capabilities;
  std::array<uint32_t, 3> local_size = {1, 1, 1};  // specialization constants with their defaults
  std::vector<ModuleBinding> bindings;             // by set, then by binding
  uint32_t push_bytes = 0;
  uint32_t shared_bytes = 0;  // of workgroups, without what padding a driver may add
};

// Fails with a sentence where the words are no module, where it is newer than SPIR-V 1.3 (the newest that
// Vulkan 1.1 takes), and where it has no compute shader of that name. It reads the declarations and checks no
// more than it needs: spirv-val does the rest.
Result<ModuleInterface> ReadInterface(std::span<const uint32_t> words, std::string_view entry_point);

// Ok when the module's resources are storage buffers 0, 1, ... of set 0: one for each input, then one for
// each output, which the module may write. Else a sentence that names the first binding for which that is not
// so.
Status CheckBindings(const ModuleInterface& module, uint32_t inputs, uint32_t outputs);

// Ok when the device takes the module's workgroups, buffers and push constants.
Status CheckLimits(const ModuleInterface& module, const DeviceLimits& limits);

}  // namespace litevk::gpu
