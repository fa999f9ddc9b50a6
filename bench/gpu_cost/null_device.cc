#include "bench/gpu_cost/null_device.h"
#include "runtime/vk/acquire_device.h"

#include "runtime/platform/environment.h"
#include "runtime/platform/process.h"

namespace litevk::bench {
Result<std::shared_ptr<const vk::Device>> AcquireNullDevice(const std::string& family) {
  SetVariable("RADV_FORCE_FAMILY", family);
  // RADV's device names end like this: "Null hardware (RADV NAVI21)".
  auto device = vk::AcquireDevice({.device_name = "(RADV " + family + ")"});
  if (device.ok()) return device;
  return Status(
      device.status().code(),
      "RADV shows no GPU of the family " + family +
          ". Mesa up to version 25 makes one that is not there, for RADV_FORCE_FAMILY, which this "
          "program sets. Of later versions RADV needs the amdgpu drm-shim of Mesa's tools: LD_PRELOAD="
          "libamdgpu_noop_drm_shim.so AMDGPU_GPU_ID=" +
          family + ". Found: " + device.status().message());
}

int RunInChild(const std::function<int()>& run, int status_when_ended,
               const std::function<void(const std::string&)>& tell) {
  const auto end = RunInFork(run);
  if (!end) return run();
  if (end->status) return *end->status;
  tell("the driver ended the program (" + end->signal +
       "): RADV does that for a family that it does not know or cannot compile for. What it said stands "
       "above");
  return status_when_ended;
}

}  // namespace litevk::bench
