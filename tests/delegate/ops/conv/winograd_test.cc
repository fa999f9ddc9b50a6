// Winograd's convolution: its matrices, the layers that it is chosen for, and the switch.
#include "delegate/ops/conv/winograd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using testing::DoubleNear;

constexpr ConvWindow kSame = {.filter_h = 3, .filter_w = 3, .pad_top = 1, .pad_left = 1};

bool Pays(int size, int channels, const ConvWindow& window = kSame, const gpu::DeviceLimits& limits = {}) {
  const ir::Shape shape = {1, size, size, channels};
  return WinogradPays(shape, shape, window, limits);
}

// Returns the output for an input with a one at `input` and a filter with a one at `tap`.
double OutputOfUnits(size_t output, size_t input, size_t tap) {
  double sum = 0;
  for (size_t i = 0; i < kWinogradInput.size(); ++i) {
    sum += kWinogradOutput[output][i] * kWinogradFilter[i][tap] * kWinogradInput[i][input];
  }
  return sum;
}

TEST(WinogradTest, TheMatricesConvolveExactly) {
  for (size_t output = 0; output < 4; ++output) {
    for (size_t input = 0; input < 6; ++input) {
      for (size_t tap = 0; tap < 3; ++tap) {
        EXPECT_THAT(OutputOfUnits(output, input, tap), DoubleNear(input == output + tap ? 1 : 0, 1e-15))
            << output << " " << input << " " << tap;
      }
    }
  }
}

TEST(WinogradTest, TheFilterIsTransformedInBothDims) {
  constexpr size_t kOutputs = 2;
  constexpr size_t kInputs = 3;
  std::vector<float> filter(kOutputs * 9 * kInputs);
  for (size_t i = 0; i < filter.size(); ++i) filter[i] = static_cast<float>(i * i % 23) - 11;
  const std::vector<float> result = TransformWinogradFilter(filter, kOutputs, kInputs);
  ASSERT_EQ(result.size(), 36 * kOutputs * kInputs);
  constexpr size_t kOutput = 1;
  constexpr size_t kInput = 2;
  for (size_t i = 0; i < 36; ++i) {
    double expected = 0;
    for (size_t tap = 0; tap < 9; ++tap) {
      expected += kWinogradFilter[i / 6][tap / 3] * kWinogradFilter[i % 6][tap % 3] *
                  double{filter[(kOutput * 9 + tap) * kInputs + kInput]};
    }
    EXPECT_FLOAT_EQ(result[(i * kOutputs + kOutput) * kInputs + kInput], static_cast<float>(expected)) << i;
  }
}

TEST(WinogradTest, PaysForManyPixelsAndChannels) {
  EXPECT_TRUE(Pays(56, 64));
  EXPECT_TRUE(Pays(28, 128));
  EXPECT_TRUE(Pays(14, 256));
  EXPECT_FALSE(Pays(7, 512)) << "four times the weights for few pixels";
  EXPECT_FALSE(Pays(56, 16)) << "the transformations cost more than they save";
  EXPECT_FALSE(Pays(5, 64)) << "most of the second tile lies outside";
}

TEST(WinogradTest, WeightsCountForLessWhereLittleRunsAtOnce) {
  const gpu::DeviceLimits cpu = {.runs_on_cpu = true,
                                 .profile = {.prefers_texel_loads = true, .parallel_workgroups = 8}};
  EXPECT_TRUE(Pays(7, 512, kSame, cpu));
  EXPECT_FALSE(Pays(7, 128, kSame, cpu));
}

TEST(WinogradTest, TakesNoOtherWindow) {
  ConvWindow window = kSame;
  window.stride_w = 2;
  EXPECT_FALSE(Pays(56, 64, window));
  window = kSame;
  window.dilation_h = 2;
  EXPECT_FALSE(Pays(56, 64, window));
  window = kSame;
  window.filter_w = 5;
  EXPECT_FALSE(Pays(56, 64, window));
}

TEST(WinogradTest, KeepsTheDevicesLimits) {
  gpu::DeviceLimits limits;
  limits.max_storage_buffer_range_bytes = size_t{36} * 14 * 14 * 64 * sizeof(float);
  EXPECT_TRUE(Pays(56, 64, kSame, limits));
  EXPECT_FALSE(Pays(60, 64, kSame, limits));
}

TEST(WinogradTest, TakesAPartOfTheMemoryForItsScratch) {
  gpu::DeviceLimits limits;
  // 36 values of 64 channels, before and after the products, for each of 14x14 tiles.
  const uint64_t scratch = uint64_t{36} * 14 * 14 * 64 * sizeof(float) * 2;
  limits.memory_bytes = scratch * limits.profile.scratch_divisor;
  EXPECT_TRUE(Pays(56, 64, kSame, limits));
  EXPECT_FALSE(Pays(60, 64, kSame, limits));
  limits.memory_bytes -= limits.profile.scratch_divisor;
  EXPECT_FALSE(Pays(56, 64, kSame, limits));
}

TEST(WinogradTest, TexelsHoldWholeVectors) {
  gpu::DeviceLimits limits;
  EXPECT_TRUE(Pays(56, 66, kSame, limits));
  limits.profile.prefers_texel_loads = true;
  limits.runs_on_cpu = true;
  EXPECT_FALSE(Pays(56, 66, kSame, limits));
  EXPECT_TRUE(Pays(56, 68, kSame, limits));
}

TEST(WinogradTest, ThreeDispatchesThatCanBeSwitchedOff) {
  GraphBuilder build;
  const auto input = build.Runtime({1, 56, 56, 64});
  const auto conv = build.Conv(input, {1, 56, 56, 64}, 3);
  const auto relu = build.Node(abi::kTfLiteBuiltinRelu, {conv}, {1, 56, 56, 64});
  const auto dispatches = [&](bool winograd) {
    gpu::DeviceLimits limits;
    limits.profile.winograd = winograd;
    return Lower(test::Judged(build.graph(), limits), build.AllPositions(), std::vector{input},
                 std::vector{relu}, {})
        .graph.dispatches.size();
  };
  EXPECT_EQ(dispatches(true), 3U);
  EXPECT_EQ(dispatches(false), 1U);
}

}  // namespace
}  // namespace litevk
