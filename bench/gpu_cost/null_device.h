// The GPU that RADV compiles for without having it: Mesa's versions up to 25 make a device of the family that
// RADV_FORCE_FAMILY names; later ones need the amdgpu drm-shim of Mesa's tools. Families are the driver's own
// names, in any case: navi21, vega10, gfx1201.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

// The device of the family. kUnavailable, with what to do, when no driver shows one. RADV ends the process
// when it does not know the family. Sets RADV_FORCE_FAMILY, so it must come before any other Vulkan call.
Result<std::shared_ptr<const vk::Device>> AcquireNullDevice(const std::string& family);

// Calls `run` in a child process, while there is one thread, and returns its exit status. When a signal ended
// the child, `tell` gets a sentence and the result is `status_when_ended`.
int RunInChild(const std::function<int()>& run, int status_when_ended,
               const std::function<void(const std::string&)>& tell);

}  // namespace litevk::bench
