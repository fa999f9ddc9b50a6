#include "bench/gpu_cost/null_device.h"
#include "runtime/vk/acquire_device.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace litevk::bench {
namespace {

[[noreturn]] void BeChild(const std::function<int()>& run) {
  constexpr rlimit kNoCore = {};
  setrlimit(RLIMIT_CORE, &kNoCore);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::exit(run());
}

}  // namespace

Result<std::shared_ptr<const vk::Device>> AcquireNullDevice(const std::string& family) {
  setenv("RADV_FORCE_FAMILY", family.c_str(), 1);
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
  const pid_t child = fork();
  if (child < 0) return run();
  if (child == 0) BeChild(run);
  int ended = 0;
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(ended)) return WEXITSTATUS(ended);
  tell(std::string("the driver ended the program (") + strsignal(WTERMSIG(ended)) +
       "): RADV does that for a family that it does not know or cannot compile for. What it said stands "
       "above");
  return status_when_ended;
}

}  // namespace litevk::bench
