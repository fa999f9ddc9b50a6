// Measurements of the device: the shaders compute the operations that rates assume, and the peaks
// exist.
#include "bench/probe/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "bench/probe/probe_run.h"
#include "runtime/exec/executable.h"
#include "runtime/graph/shader_dispatch.h"
#include "runtime/vk/acquire_device.h"
#include "shaders/bench_copy.h"
#include "shaders/bench_fma.h"

namespace litevk::bench {
namespace {

std::shared_ptr<const vk::Device> CpuDevice() {
  auto device = vk::AcquireDevice({.allow_cpu_device = true});
  EXPECT_TRUE(device.ok()) << device.status().message();
  return *device;
}

gpu::TensorId AddHostTensor(gpu::Graph& graph, size_t floats, bool is_output) {
  const gpu::TensorId tensor = AddTensor(graph, floats * sizeof(float));
  graph.tensors.back().is_input = !is_output;
  graph.tensors.back().is_output = is_output;
  return tensor;
}

// Runs `graph` once on `source`, its tensor 0, and returns its tensor 1.
std::vector<float> RunOn(const std::shared_ptr<const vk::Device>& device, gpu::Graph graph,
                         const std::vector<float>& source, size_t results) {
  auto executable = Executable::Build(device, std::move(graph), {});
  EXPECT_TRUE(executable.ok()) << executable.status().message();
  std::ranges::copy(std::as_bytes(std::span(source)), (*executable)->Input(0).begin());
  EXPECT_TRUE((*executable)->Run().ok());
  std::vector<float> result(results);
  std::ranges::copy((*executable)->Output(1).first(results * sizeof(float)),
                    std::as_writable_bytes(std::span(result)).begin());
  return result;
}

// Returns sums for vectors of eight loads that are a workgroup's width apart; each sum adds `reads`
// of them.
std::vector<float> ExpectedSums(const std::vector<float>& source, uint32_t reads) {
  constexpr size_t kWidth = size_t{4} * kProbeLocalSize;
  std::vector<float> sums(source.size() / reads);
  for (size_t i = 0; i < source.size(); ++i) {
    sums[i / kWidth / reads * kWidth + i % kWidth] += source[i];
  }
  return sums;
}

TEST(ProbeTest, CopiesAddUpEverythingThatTheyRead) {
  constexpr uint32_t kWorkgroups = 3;
  const auto device = CpuDevice();
  std::vector<float> source(size_t{kWorkgroups} * kProbeLocalSize * 8 * 4);
  std::iota(source.begin(), source.end(), 0.0F);
  for (const auto& [key, shader] : shaders::BenchCopy::kModules) {
    if (key.reads_texels() && !device->limits().profile.prefers_texel_loads) continue;
    for (const uint32_t reads : {1, 2, 4}) {
      gpu::Graph graph;
      const shaders::BenchCopy::Spec spec = {.kLocalSizeX = kProbeLocalSize, .kReads = reads};
      const gpu::TensorId from = AddHostTensor(graph, source.size(), false);
      const gpu::TensorId to = AddHostTensor(graph, source.size() / reads, true);
      graph.dispatches.push_back(gpu::MakeDispatch(*shader, spec, {}, {from, to}, kWorkgroups));
      EXPECT_EQ(RunOn(device, std::move(graph), source, source.size() / reads), ExpectedSums(source, reads));
    }
  }
}

TEST(ProbeTest, EveryChainRunsAllItsSteps) {
  const auto device = CpuDevice();
  for (const uint32_t chains : {1, 2, 3, 4, 8}) {
    gpu::Graph graph;
    const gpu::TensorId unused = AddHostTensor(graph, 4, false);
    const gpu::TensorId result = AddHostTensor(graph, kProbeLocalSize, true);
    ASSERT_LT(unused, result);
    const shaders::BenchFma::Spec spec = {.kLocalSizeX = kProbeLocalSize, .kChains = chains};
    const shaders::BenchFma::Push push = {.rounds = 2};
    graph.dispatches.push_back(
        gpu::MakeDispatch(shaders::BenchFma::kInfo, spec, std::as_bytes(std::span(&push, 1)), {result}, 1));
    // Invocation 7 has the factor 1 and adds 7 to 7, 8, 9... in each of 16 steps.
    const uint32_t starts = chains * 7 + chains * (chains - 1) / 2;
    const float sum = 4.0F * static_cast<float>(starts + chains * 16 * 7);
    EXPECT_EQ(RunOn(device, std::move(graph), std::vector<float>(4), kProbeLocalSize)[7], sum);
  }
}

TEST(ProbeTest, AnEmptySubmissionAndItsFurtherDispatches) {
  const EmptyCost cost = EmptyCostOf({30, 20, 40}, {146, 147, 1000}, 64);
  EXPECT_DOUBLE_EQ(cost.dispatch, 117.0 / 63);
  EXPECT_DOUBLE_EQ(cost.Of(1), 30);
  EXPECT_DOUBLE_EQ(cost.Of(64), 147);
  EXPECT_DOUBLE_EQ(cost.noise, 8);
  // Noise may make several look cheaper than one.
  EXPECT_EQ(EmptyCostOf({30}, {29}, 64).dispatch, 0);
}

TEST(ProbeTest, PeaksArePositive) {
  const auto peaks = MeasurePeaks(CpuDevice());
  ASSERT_TRUE(peaks.ok()) << peaks.status().message();
  EXPECT_GT(peaks->gflops, 0);
  EXPECT_GT(peaks->gbs, 0);
  EXPECT_GT(peaks->empty_host.submission, 0);
}

}  // namespace
}  // namespace litevk::bench
