// Groups of few channels and few output channels: the shader that computes them, their constants, and the
// share of padding in the work.
#include "delegate/ops/conv/grouped_conv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <ostream>
#include <string>

#include "delegate/ops/conv/filter_fits.h"
#include "shaders/conv/conv_2d.h"
#include "shaders/conv/depthwise_conv_2d.h"
#include "shaders/conv/grouped_conv_2d.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

const gpu::DeviceLimits kGpu;
const gpu::DeviceLimits kTexelCpu = {.runs_on_cpu = true,
                                     .profile = {.prefers_texel_loads = true, .parallel_workgroups = 8}};
const gpu::DeviceLimits kStorageCpu = {.runs_on_cpu = true, .profile = {.parallel_workgroups = 8}};

struct Layer {
  int groups = 1;
  int inputs = 1;  // inputs of a group; outputs are a group's too
  int outputs = 1;
  int filter = 3;
  int side = 32;
};

void PrintTo(const Layer& layer, std::ostream* out) {
  *out << layer.groups << " groups of " << layer.inputs << " to " << layer.outputs << ", filter "
       << layer.filter;
}

// A layer after lowering.
struct Lowered {
  std::string shader;
  double weights = 0;   // bytes of the packed filter over those of the model's
  double computed = 0;  // output values that invocations compute over those that there are
};

template <typename Shader>
typename Shader::Spec SpecOf(const gpu::Dispatch& dispatch) {
  std::array<uint32_t, sizeof(typename Shader::Spec) / sizeof(uint32_t)> words = {};
  EXPECT_EQ(dispatch.spec.size(), words.size());
  std::ranges::copy(dispatch.spec, words.begin());
  return std::bit_cast<typename Shader::Spec>(words);
}

// Returns the number of output values that a workgroup computes.
double ValuesOfWorkgroup(const gpu::Dispatch& dispatch) {
  const std::string_view name = dispatch.shader->name;
  if (name.starts_with("conv_2d")) {
    const auto spec = SpecOf<shaders::Conv2d>(dispatch);
    return 4.0 * spec.kLocalSizeX * spec.kLocalSizeY * spec.kTile;
  }
  if (name.starts_with("grouped_conv_2d")) {
    const auto spec = SpecOf<shaders::GroupedConv2d>(dispatch);
    return 4.0 * spec.kLocalSizeX * spec.kTileW * spec.kTileH;
  }
  const auto spec = SpecOf<shaders::DepthwiseConv2d>(dispatch);
  return 4.0 * spec.kLocalSizeX * spec.kLocalSizeY * spec.kTileW * spec.kTileH;
}

Lowered LowerLayer(const Layer& layer, gpu::DeviceLimits limits) {
  limits.profile.winograd = false;
  GraphBuilder build;
  const int out_channels = layer.groups * layer.outputs;
  const auto input = build.Runtime({1, layer.side, layer.side, layer.groups * layer.inputs});
  const auto output = build.Conv(input, {1, layer.side, layer.side, out_channels}, layer.filter,
                                 abi::kTfLiteActNone, abi::kTfLitePaddingSame, layer.groups);
  const LoweredPartition lowered = Lower(test::Judged(build.graph(), limits), build.AllPositions(),
                                         std::vector{input}, std::vector{output}, {});
  EXPECT_EQ(lowered.graph.dispatches.size(), 1U);
  const gpu::Dispatch& dispatch = lowered.graph.dispatches.front();
  double groups = 1;
  for (const uint32_t count : dispatch.workgroups) groups *= count;
  const double filter_bytes = 4.0 * out_channels * layer.filter * layer.filter * layer.inputs;
  return {
      .shader = std::string(dispatch.shader->name),
      .weights = static_cast<double>(lowered.graph.tensors[static_cast<size_t>(dispatch.bindings[1])].bytes) /
                 filter_bytes,
      .computed = groups * ValuesOfWorkgroup(dispatch) / (1.0 * layer.side * layer.side * out_channels)};
}

TEST(GroupedConvTest, GroupsOfOneChannelAreDepthwise) {
  for (const gpu::DeviceLimits& limits : {kGpu, kTexelCpu, kStorageCpu}) {
    const Lowered lowered = LowerLayer({.groups = 96, .filter = 7, .side = 56}, limits);
    EXPECT_TRUE(lowered.shader.starts_with("depthwise_conv_2d")) << lowered.shader;
    EXPECT_LE(lowered.computed, 1.15);
    EXPECT_EQ(lowered.weights, 1);
  }
}

TEST(GroupedConvTest, SmallGroupsShareVectorsAndTiles) {
  for (const gpu::DeviceLimits& limits : {kGpu, kTexelCpu, kStorageCpu}) {
    for (const int inputs : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 31}) {
      for (const int outputs : {1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 31}) {
        if (inputs == 1 && outputs == 1) continue;
        const Layer layer = {.groups = 64, .inputs = inputs, .outputs = outputs};
        SCOPED_TRACE(testing::PrintToString(layer));
        const Lowered lowered = LowerLayer(layer, limits);
        EXPECT_TRUE(lowered.shader.starts_with("grouped_conv_2d")) << lowered.shader;
        EXPECT_EQ(lowered.weights, 1);
        EXPECT_LE(lowered.computed, 1.15);
      }
    }
  }
}

TEST(GroupedConvTest, NoGroupsTakeMoreThanThreeTenthsMoreWeights) {
  for (const gpu::DeviceLimits& limits : {kGpu, kTexelCpu, kStorageCpu}) {
    for (const int channels :
         {1, 2, 3, 4, 5, 6, 7, 8, 12, 24, 31, 32, 33, 36, 40, 48, 63, 64, 65, 80, 96, 120}) {
      for (const int groups : {13, 16, 2}) {
        const Layer layer = {.groups = groups, .inputs = channels, .outputs = channels};
        if (channels * groups < 13) continue;
        SCOPED_TRACE(testing::PrintToString(layer));
        EXPECT_LE(LowerLayer(layer, limits).weights, 1.3);
      }
    }
  }
}

TEST(GroupedConvTest, LargeGroupsShareTheirInputs) {
  for (const gpu::DeviceLimits& limits : {kGpu, kTexelCpu}) {
    EXPECT_TRUE(LowerLayer({.groups = 4, .inputs = 64, .outputs = 64}, limits).shader.starts_with("conv_2d"));
    EXPECT_TRUE(LowerLayer({.groups = 2, .inputs = 16, .outputs = 32}, limits).shader.starts_with("conv_2d"));
  }
}

TEST(GroupedConvTest, InputChannelsAreNotRoundedUp) {
  EXPECT_EQ(LowerLayer({.inputs = 3, .outputs = 32}, kTexelCpu).weights, 1);
  EXPECT_EQ(LowerLayer({.inputs = 1, .outputs = 64}, kGpu).weights, 1);
}

TEST(FewOutputsTest, PayForNoMoreThanTheyAre) {
  for (const int filter : {1, 3, 5}) {
    for (int outputs = 1; outputs <= 8; ++outputs) {
      const Layer layer = {.inputs = 8, .outputs = outputs, .filter = filter};
      const Layer rounded = {.inputs = 8, .outputs = (outputs + 3) / 4 * 4, .filter = filter};
      SCOPED_TRACE(testing::PrintToString(layer));
      for (const gpu::DeviceLimits& limits : {kGpu, kTexelCpu, kStorageCpu}) {
        const Lowered lowered = LowerLayer(layer, limits);
        // As many values as with the next multiple of four, read in the same form.
        EXPECT_EQ(lowered.computed * outputs, LowerLayer(rounded, limits).computed * rounded.outputs);
        EXPECT_LE(lowered.computed * outputs, rounded.outputs * 1.15);
        const bool reads_texels = lowered.shader.find("texels") != std::string::npos;
        EXPECT_EQ(reads_texels, limits.profile.prefers_texel_loads) << lowered.shader;
      }
    }
  }
}

TEST(FewOutputsTest, AnyNumberOfChannelsReadsTexels) {
  for (const int inputs : {3, 16}) {
    for (const int outputs : {5, 6, 7, 9, 10, 33, 49}) {
      const std::string shader = LowerLayer({.inputs = inputs, .outputs = outputs}, kTexelCpu).shader;
      EXPECT_NE(shader.find("texels"), std::string::npos) << shader;
    }
  }
}

TEST(FewOutputsTest, OfAMatmulTakeAPanelOfTheirOwn) {
  for (const int outputs : {1, 3, 4, 5, 8, 10}) {
    GraphBuilder build;
    const auto input = build.Runtime({1, 1, 1, 64});
    const auto output = build.Conv(input, {1, 1, 1, outputs});
    const LoweredPartition lowered = Lower(test::Judged(build.graph(), kTexelCpu), build.AllPositions(),
                                           std::vector{input}, std::vector{output}, {});
    const gpu::Dispatch& dispatch = lowered.graph.dispatches.front();
    EXPECT_TRUE(dispatch.shader->name.starts_with("fully_connected")) << dispatch.shader->name;
    EXPECT_NE(dispatch.shader->name.find("texels"), std::string::npos) << dispatch.shader->name;
    const uint64_t blocks = std::bit_ceil((static_cast<uint64_t>(outputs) + 3) / 4);
    EXPECT_EQ(lowered.graph.tensors[static_cast<size_t>(dispatch.bindings[1])].bytes, blocks * 16 * 64);
  }
}

TEST(GroupedConvTest, FitsWhereItsOwnConstantsDo) {
  // A panel for each group would be more than 128 MiB.
  const FilterLayout layout = {.groups = 60000, .outputs = 1, .taps = 49, .inputs = 4};
  EXPECT_TRUE(TakesGrouped(layout, kTexelCpu));
  EXPECT_TRUE(FilterFits(layout, kTexelCpu));
  const FilterLayout huge = {.groups = 60000, .outputs = 4, .taps = 49, .inputs = 4};
  EXPECT_FALSE(FilterFits(huge, kTexelCpu));
}

}  // namespace
}  // namespace litevk
