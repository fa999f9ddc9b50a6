#include "bench/probe/probe.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "bench/common/statistics.h"
#include "bench/probe/probe_run.h"
#include "runtime/graph/shader_dispatch.h"
#include "shaders/bench_copy.h"
#include "shaders/bench_empty.h"
#include "shaders/bench_fma.h"

namespace litevk::bench {
namespace {

// Returns the shortest run, not the median: a peak is what the device can do undisturbed.
Result<double> ShortestUs(const std::shared_ptr<const vk::Device>& device, gpu::Graph graph) {
  constexpr ProbeRuns kRuns = {.milliseconds = 150, .count = 3};
  LITEVK_ASSIGN_OR_RETURN(const auto times, RunProbe(device, std::move(graph), kRuns));
  double us = DeviceUs(*device, times.front());
  for (const ProbeTime& time : times) us = std::min(us, DeviceUs(*device, time));
  return us;
}

gpu::Graph FmaGraph(uint32_t chains, uint32_t rounds, uint32_t workgroups) {
  gpu::Graph graph;
  const shaders::BenchFma::Spec spec = {.kLocalSizeX = kProbeLocalSize, .kChains = chains};
  const shaders::BenchFma::Push push = {.rounds = rounds};
  const shaders::BenchFma::Bindings bindings = {
      .result = AddTensor(graph, uint64_t{workgroups} * kProbeLocalSize * sizeof(float))};
  graph.dispatches.push_back(gpu::MakeDispatch(
      shaders::BenchFma::kInfo, spec, std::as_bytes(std::span(&push, 1)), bindings.List(), workgroups));
  return graph;
}

// Measures with growing dispatches, until one takes so long that its start, its end and its writes are
// negligible.
Result<double> MeasureGflops(const std::shared_ptr<const vk::Device>& device, uint32_t chains) {
  constexpr uint32_t kWorkgroups = 4096;
  constexpr double kFlopsPerChain = 8 * 4 * 2;  // FLOP of one round: steps, lanes, operations
  constexpr double kLongEnoughUs = 10000;
  constexpr uint32_t kMaxRounds = 1U << 16;
  constexpr ProbeRuns kFewRuns = {.milliseconds = 0, .count = 1};
  uint32_t rounds = 4;
  for (; rounds < kMaxRounds; rounds *= 4) {
    LITEVK_ASSIGN_OR_RETURN(const auto times,
                            RunProbe(device, FmaGraph(chains, rounds, kWorkgroups), kFewRuns));
    if (DeviceUs(*device, times.front()) >= kLongEnoughUs) break;
  }
  LITEVK_ASSIGN_OR_RETURN(const double us, ShortestUs(device, FmaGraph(chains, rounds, kWorkgroups)));
  return double{kWorkgroups} * kProbeLocalSize * kFlopsPerChain * chains * rounds / us * 1e-3;
}

// Fills the tensor, since pages that were never written may all be one page of zeros.
gpu::TensorId AddFilledTensor(gpu::Graph& graph, uint64_t bytes) {
  const gpu::TensorId tensor = AddTensor(graph, bytes);
  graph.tensors.back().is_constant = true;
  graph.constants.push_back({.tensor = tensor, .write = [](std::span<std::byte> out) {
                               std::memset(out.data(), 0x3F, out.size());
                               return Status();
                             }});
  return tensor;
}

Result<double> MeasureGbs(const std::shared_ptr<const vk::Device>& device, const gpu::ShaderInfo& shader,
                          uint32_t reads) {
  constexpr uint64_t kBytesPerInvocation = 8ULL * 16;
  constexpr uint32_t kWorkgroups = (1U << 27) / kBytesPerInvocation / kProbeLocalSize;
  constexpr uint64_t kBytes = kWorkgroups * kBytesPerInvocation * kProbeLocalSize;
  const uint64_t written = kBytes / reads;
  gpu::Graph graph;
  const shaders::BenchCopy::Spec spec = {.kLocalSizeX = kProbeLocalSize, .kReads = reads};
  const shaders::BenchCopy::Bindings bindings = {.source = AddFilledTensor(graph, kBytes),
                                                 .result = AddTensor(graph, written)};
  graph.dispatches.push_back(gpu::MakeDispatch(shader, spec, {}, bindings.List(), kWorkgroups));
  LITEVK_ASSIGN_OR_RETURN(const double us, ShortestUs(device, std::move(graph)));
  return static_cast<double>(kBytes + written) / us * 1e-3;
}

Result<double> BestGflops(const std::shared_ptr<const vk::Device>& device) {
  double best = 0;
  for (const uint32_t chains : {1, 2, 3, 4, 8}) {
    LITEVK_ASSIGN_OR_RETURN(const double gflops, MeasureGflops(device, chains));
    best = std::max(best, gflops);
  }
  return best;
}

Result<double> BestGbs(const std::shared_ptr<const vk::Device>& device) {
  double best = 0;
  for (const auto& [key, shader] : shaders::BenchCopy::kModules) {
    if (key.reads_texels() && !device->limits().profile.prefers_texel_loads) continue;
    for (const uint32_t reads : {1, 2, 4}) {
      LITEVK_ASSIGN_OR_RETURN(const double gbs, MeasureGbs(device, *shader, reads));
      best = std::max(best, gbs);
    }
  }
  return best;
}

// Runs empty dispatches often enough that their median can be subtracted from others.
Result<std::vector<ProbeTime>> RunEmpty(const std::shared_ptr<const vk::Device>& device, size_t dispatches) {
  constexpr ProbeRuns kRuns = {.milliseconds = 150, .count = 50};
  gpu::Graph graph;
  const shaders::BenchEmpty::Spec spec = {.kLocalSizeX = kProbeLocalSize};
  const shaders::BenchEmpty::Push push = {.writes = 0};
  const shaders::BenchEmpty::Bindings bindings = {.result = AddTensor(graph, sizeof(float))};
  for (size_t i = 0; i < dispatches; ++i) {
    graph.dispatches.push_back(gpu::MakeDispatch(shaders::BenchEmpty::kInfo, spec,
                                                 std::as_bytes(std::span(&push, 1)), bindings.List(), 1));
  }
  return RunProbe(device, std::move(graph), kRuns);
}

std::vector<double> Part(const std::vector<ProbeTime>& times, double ProbeTime::*part) {
  std::vector<double> values;
  values.reserve(times.size());
  for (const ProbeTime& time : times) values.push_back(time.*part);
  return values;
}

}  // namespace

EmptyCost EmptyCostOf(std::vector<double> one, std::vector<double> several, size_t many) {
  const Statistics first = Summarize(std::move(one));
  const double more = Summarize(std::move(several)).median - first.median;
  return {.submission = first.median,
          .dispatch = std::max(0.0, more / static_cast<double>(many - 1)),
          .noise = first.median - first.p10};
}

Result<DevicePeaks> MeasurePeaks(const std::shared_ptr<const vk::Device>& device) {
  constexpr size_t kMany = 64;
  DevicePeaks peaks;
  LITEVK_ASSIGN_OR_RETURN(peaks.gflops, BestGflops(device));
  LITEVK_ASSIGN_OR_RETURN(peaks.gbs, BestGbs(device));
  LITEVK_ASSIGN_OR_RETURN(const auto one, RunEmpty(device, 1));
  LITEVK_ASSIGN_OR_RETURN(const auto several, RunEmpty(device, kMany));
  const auto cost_of = [&](double ProbeTime::*part) {
    return EmptyCostOf(Part(one, part), Part(several, part), kMany);
  };
  peaks.empty_device = cost_of(&ProbeTime::device);
  peaks.empty_host = cost_of(&ProbeTime::host);
  return peaks;
}

}  // namespace litevk::bench
