// The interface of a SPIR-V module that a host must know to make a pipeline of it. The project's own modules
// are analysed when they are built (tools/build/embed_shader.py). This reader is for modules that a user
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

// A resource of a descriptor.
struct ModuleBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  bool is_storage_buffer = false;  // a single one, not an array
  bool is_readonly = false;
};

struct ModuleInterface {
  std::vector<uint32_t> capabilities;
  std::array<uint32_t, 3> local_size = {1, 1, 1};  // with the default values of specialization constants
  std::vector<ModuleBinding> bindings;             // sorted by set, then by binding
  uint32_t push_bytes = 0;
  uint32_t shared_bytes = 0;  // per workgroup, without padding that a driver may add
};

// Fails with a diagnostic unless the words are a module of at most SPIR-V 1.3, the newest version of Vulkan
// 1.1. The module must have a compute shader of that name. Only checks what it needs of the declarations;
// spirv-val does the rest.
Result<ModuleInterface> ReadInterface(std::span<const uint32_t> words, std::string_view entry_point);

// Ok if the module's resources are storage buffers 0, 1, ... of set 0: one for each input, then one for each
// output. The module may write outputs. Otherwise the diagnostic names the first wrong binding.
Status CheckBindings(const ModuleInterface& module, uint32_t inputs, uint32_t outputs);

// Ok if the device supports the module's workgroups, buffers and push constants.
Status CheckLimits(const ModuleInterface& module, const DeviceLimits& limits);

}  // namespace litevk::gpu
