// A GPU that RADV compiles for although the machine lacks it. Mesa's versions up to 25 create a device of the
// family that RADV_FORCE_FAMILY names; later ones need the amdgpu drm-shim of Mesa's tools. Family names are
// the driver's own, in any case: navi21, vega10, gfx1201.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

// Returns the device of the family, or kUnavailable with advice if no driver offers one. RADV ends the
// process if it does not know the family. Sets RADV_FORCE_FAMILY, so it must come before any other Vulkan
// call.
Result<std::shared_ptr<const vk::Device>> AcquireNullDevice(const std::string& family);

// Calls `run` in a child process and returns its exit status. The process must still have a single thread. If
// a signal ended the child, `tell` gets a diagnostic and the result is `status_when_ended`.
int RunInChild(const std::function<int()>& run, int status_when_ended,
               const std::function<void(const std::string&)>& tell);

}  // namespace litevk::bench
