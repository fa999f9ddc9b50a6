#include "bench/probe/probe_run.h"

#include "bench/probe/device_time.h"
#include "runtime/base/stopwatch.h"
#include "runtime/exec/executable.h"

namespace litevk::bench {
namespace {

constexpr double kUsPerMs = 1000.0;

Result<ProbeTime> RunOnce(Executable& executable) {
  ProbeTime time;
  const auto run = [&] {
    Stopwatch watch;
    Status status = executable.Run();
    time.host = kUsPerMs * watch.LapMs();
    return status;
  };
  LITEVK_ASSIGN_OR_RETURN(time.device, DeviceUsOf(executable, run));
  return time;
}

}  // namespace

double DeviceUs(const vk::Device& device, const ProbeTime& time) {
  return device.features().has(vk::Feature::kTimestamps) ? time.device : time.host;
}

gpu::TensorId AddTensor(gpu::Graph& graph, uint64_t bytes) {
  graph.tensors.push_back({.name = "values", .bytes = bytes});
  return static_cast<gpu::TensorId>(graph.tensors.size()) - 1;
}

Result<std::vector<ProbeTime>> RunProbe(const std::shared_ptr<const vk::Device>& device, gpu::Graph graph,
                                        const ProbeRuns& runs) {
  LITEVK_ASSIGN_OR_RETURN(const auto executable,
                          Executable::Build(device, std::move(graph), {.enable_timestamps = true}));
  LITEVK_RETURN_IF_ERROR(executable->Run());
  std::vector<ProbeTime> times;
  Stopwatch watch;
  double ms = 0;
  while (ms < runs.milliseconds || times.size() < runs.count) {
    LITEVK_ASSIGN_OR_RETURN(times.emplace_back(), RunOnce(*executable));
    ms += watch.LapMs();
  }
  return times;
}

}  // namespace litevk::bench
