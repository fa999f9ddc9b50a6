#include "bench/ops/probe.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "bench/common/statistics.h"
#include "runtime/base/stopwatch.h"
#include "runtime/exec/executable.h"
#include "shaders/bench_copy.h"
#include "shaders/bench_empty.h"
#include "shaders/bench_fma.h"

namespace litevk::bench {
namespace {

constexpr uint32_t kLocalSize = 128;  // the floor's limit
constexpr int kRuns = 5;
constexpr double kUsPerMs = 1000.0;

// On the device alone.
gpu::TensorId AddTensor(gpu::Graph& graph, uint64_t bytes) {
  graph.tensors.push_back({.name = "values", .bytes = bytes});
  return static_cast<gpu::TensorId>(graph.tensors.size()) - 1;
}

template <typename Shader>
void AddDispatch(gpu::Graph& graph, std::span<const std::byte> push,
                 const std::vector<gpu::TensorId>& bindings, uint32_t workgroups) {
  const typename Shader::Spec spec = {.kLocalSizeX = kLocalSize};
  const auto words = std::bit_cast<std::array<uint32_t, sizeof(spec) / sizeof(uint32_t)>>(spec);
  graph.dispatches.push_back({.shader = &Shader::kInfo,
                              .spec = {words.begin(), words.end()},
                              .push = {push.begin(), push.end()},
                              .bindings = bindings,
                              .workgroups = {workgroups, 1, 1},
                              .label = std::string(Shader::kInfo.name)});
}

// Microseconds of one run: the mean of its dispatches on the device, or the whole submission.
struct RunTime {
  double dispatch_us = 0;
  double submit_us = 0;
};

Result<RunTime> RunOnce(Executable& executable) {
  Stopwatch watch;
  LITEVK_RETURN_IF_ERROR(executable.Run());
  RunTime time = {.submit_us = kUsPerMs * watch.LapMs()};
  LITEVK_ASSIGN_OR_RETURN(const auto dispatches, executable.ReadDispatchTimes());
  for (const DispatchTime& dispatch : dispatches) time.dispatch_us += dispatch.microseconds;
  if (!dispatches.empty()) time.dispatch_us /= static_cast<double>(dispatches.size());
  return time;
}

// Medians of several runs after one that warms up.
Result<RunTime> Median(Executable& executable) {
  LITEVK_RETURN_IF_ERROR(executable.Run());
  std::vector<double> dispatch_us;
  std::vector<double> submit_us;
  for (int run = 0; run < kRuns; ++run) {
    LITEVK_ASSIGN_OR_RETURN(const RunTime time, RunOnce(executable));
    dispatch_us.push_back(time.dispatch_us);
    submit_us.push_back(time.submit_us);
  }
  return RunTime{Summarize(std::move(dispatch_us)).median, Summarize(std::move(submit_us)).median};
}

Result<RunTime> Measure(const std::shared_ptr<const vk::Device>& device, gpu::Graph graph) {
  LITEVK_ASSIGN_OR_RETURN(const auto executable,
                          Executable::Build(device, std::move(graph), {.enable_timestamps = true}));
  return Median(*executable);
}

double DeviceUs(const vk::Device& device, const RunTime& time) {
  return device.features().has(vk::Feature::kTimestamps) ? time.dispatch_us : time.submit_us;
}

// Longer and longer, until a dispatch takes long enough for its start and end not to count.
Result<double> MeasureGflops(const std::shared_ptr<const vk::Device>& device) {
  constexpr uint32_t kWorkgroups = 16384;
  constexpr double kFlopsPerRound = 8 * 8 * 4 * 2;  // steps, chains, lanes, operations
  constexpr double kLongEnoughUs = 2000;
  constexpr uint32_t kMaxRounds = 1U << 12;
  const double invocations = double{kWorkgroups} * kLocalSize;
  for (uint32_t rounds = 1;; rounds *= 4) {
    gpu::Graph graph;
    const gpu::TensorId result = AddTensor(graph, uint64_t{kWorkgroups} * kLocalSize * sizeof(float));
    const shaders::BenchFma::Push push = {.rounds = rounds};
    const shaders::BenchFma::Bindings bindings = {.result = result};
    AddDispatch<shaders::BenchFma>(graph, std::as_bytes(std::span(&push, 1)), bindings.List(), kWorkgroups);
    LITEVK_ASSIGN_OR_RETURN(const RunTime time, Measure(device, std::move(graph)));
    const double us = DeviceUs(*device, time);
    if (us >= kLongEnoughUs || rounds >= kMaxRounds) return invocations * kFlopsPerRound * rounds / us * 1e-3;
  }
}

Result<double> MeasureGbs(const std::shared_ptr<const vk::Device>& device) {
  constexpr uint64_t kBytesPerInvocation = 8ULL * 16;
  constexpr uint64_t kMostBytes = 1ULL << 27;
  const uint64_t workgroups = std::min<uint64_t>(kMostBytes / kBytesPerInvocation / kLocalSize,
                                                 device->limits().max_workgroup_count[0]);
  const uint64_t bytes = workgroups * kLocalSize * kBytesPerInvocation;
  gpu::Graph graph;
  const gpu::TensorId a = AddTensor(graph, bytes);
  const gpu::TensorId b = AddTensor(graph, bytes);
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
    const shaders::BenchCopy::Bindings bindings = {.source = from, .result = to};
    AddDispatch<shaders::BenchCopy>(graph, {}, bindings.List(), static_cast<uint32_t>(workgroups));
  }
  LITEVK_ASSIGN_OR_RETURN(const RunTime time, Measure(device, std::move(graph)));
  const double copies = device->features().has(vk::Feature::kTimestamps) ? 1 : 2;
  return copies * 2 * static_cast<double>(bytes) / DeviceUs(*device, time) * 1e-3;
}

Result<RunTime> MeasureEmpty(const std::shared_ptr<const vk::Device>& device, int dispatches) {
  gpu::Graph graph;
  const gpu::TensorId result = AddTensor(graph, sizeof(float));
  const shaders::BenchEmpty::Push push = {.writes = 0};
  const shaders::BenchEmpty::Bindings bindings = {.result = result};
  for (int i = 0; i < dispatches; ++i) {
    AddDispatch<shaders::BenchEmpty>(graph, std::as_bytes(std::span(&push, 1)), bindings.List(), 1);
  }
  return Measure(device, std::move(graph));
}

}  // namespace

Result<DevicePeaks> MeasurePeaks(const std::shared_ptr<const vk::Device>& device) {
  DevicePeaks peaks;
  LITEVK_ASSIGN_OR_RETURN(peaks.gflops, MeasureGflops(device));
  LITEVK_ASSIGN_OR_RETURN(peaks.gbs, MeasureGbs(device));
  LITEVK_ASSIGN_OR_RETURN(const RunTime empty, MeasureEmpty(device, 1));
  peaks.empty_dispatch_us = empty.dispatch_us;
  peaks.empty_submit_us = empty.submit_us;
  return peaks;
}

}  // namespace litevk::bench
