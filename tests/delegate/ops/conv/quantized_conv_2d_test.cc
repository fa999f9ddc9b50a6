// The dispatches of an int8 convolution.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"
#include "tests/delegate/ops/conv/tile_of.h"

namespace litevk {
namespace {

using testing::ElementsAre;

class QuantizedConvTest : public ::testing::Test {
 protected:
  ir::TensorId Conv(ir::TensorId input, ir::Shape output, int groups = 1, int size = 1) {
    const int inputs = build_.graph().tensor(input).dims.channels() / groups;
    const int outputs = output.channels();
    const auto weights = static_cast<size_t>(outputs) * size * size * inputs;
    const ir::TensorId filter = build_.Int8s({outputs, size, size, inputs}, std::vector<int8_t>(weights, 1));
    const ir::TensorId bias = build_.Ints({outputs}, std::vector<int>(static_cast<size_t>(outputs)));
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, abi::kTfLiteActNone, 1, 1};
    const ir::TensorId result =
        build_.Node(abi::kTfLiteBuiltinConv2d, {input, filter, bias}, std::move(output),
                    ir::Params(&params, sizeof(params)), ir::DataType::kInt8);
    build_.Quantize(filter, {{0.5F}, {0}, 0});
    build_.Quantize(result, {{0.5F}, {3}, 0});
    return result;
  }

  ir::TensorId Image(ir::Shape dims) {
    const ir::TensorId image = build_.Runtime(std::move(dims), ir::DataType::kInt8);
    build_.Quantize(image, {{0.25F}, {-5}, 0});
    return image;
  }

  LoweredPartition LowerAll(ir::TensorId input, ir::TensorId output, const gpu::DeviceLimits& limits = {}) {
    const std::array inputs = {input};
    const std::array outputs = {output};
    return Lower(test::Judged(build_.graph(), limits), build_.AllPositions(), inputs, outputs, {});
  }

  static std::vector<std::string_view> ShadersOf(const LoweredPartition& lowered) {
    std::vector<std::string_view> names;
    for (const gpu::Dispatch& dispatch : lowered.graph.dispatches) names.push_back(dispatch.shader->name);
    return names;
  }

  GraphBuilder build_;
};

TEST_F(QuantizedConvTest, StoresWholeWords) {
  const ir::TensorId image = Image({1, 5, 3, 6});
  const LoweredPartition lowered = LowerAll(image, Conv(Conv(image, {1, 5, 3, 8}), {1, 5, 3, 12}));
  EXPECT_THAT(ShadersOf(lowered), ElementsAre("int8_tile_conv_2d", "int8_tile_conv_2d"));
  const auto& between = lowered.graph.tensors[static_cast<size_t>(lowered.graph.dispatches[0].bindings[3])];
  EXPECT_EQ(between.storage, gpu::Storage::kBits8);
  EXPECT_EQ(between.bytes, 5U * 3 * 8);
}

TEST_F(QuantizedConvTest, LongSumsHaveTilesOfTheirOwnCap) {
  const auto tile_of = [&](uint32_t max_long_tile, int channels) {
    build_ = GraphBuilder();
    gpu::DeviceLimits limits;
    limits.profile.max_tile = 4;
    limits.profile.max_long_tile = max_long_tile;
    const ir::TensorId image = Image({1, 64, 64, channels});
    const LoweredPartition lowered = LowerAll(image, Conv(image, {1, 64, 64, 32}), limits);
    EXPECT_THAT(ShadersOf(lowered), ElementsAre("int8_tile_conv_2d"));
    return TileOf(lowered.graph.dispatches.front());
  };
  EXPECT_EQ(tile_of(2, 1024), 4U);
  EXPECT_EQ(tile_of(2, 1028), 2U);
  EXPECT_EQ(tile_of(gpu::kLargestTile, 1028), 4U);
}

TEST_F(QuantizedConvTest, CopiesWhereChannelsAreNoWholeWords) {
  const ir::TensorId image = Image({1, 5, 3, 6});
  const LoweredPartition lowered = LowerAll(image, Conv(image, {1, 5, 3, 7}));
  EXPECT_THAT(ShadersOf(lowered), ElementsAre("int8_tile_conv_2d", "copy_strided"));
}

TEST_F(QuantizedConvTest, CopiesWhereChannelsOfAGroupAreNoWholeWords) {
  const ir::TensorId image = Image({1, 5, 3, 6});
  const LoweredPartition lowered = LowerAll(image, Conv(image, {1, 5, 3, 12}, 2));
  EXPECT_THAT(ShadersOf(lowered), ElementsAre("int8_tile_conv_2d", "copy_strided"));
}

TEST_F(QuantizedConvTest, IsWrittenInTheJoinedTensor) {
  const ir::TensorId image = Image({1, 5, 3, 4});
  const abi::TfLiteConcatenationParams params = {.axis = 3, .activation = abi::kTfLiteActNone};
  const ir::TensorId joined =
      build_.Node(abi::kTfLiteBuiltinConcatenation, {Conv(image, {1, 5, 3, 8}), Conv(image, {1, 5, 3, 4})},
                  {1, 5, 3, 12}, ir::Params(&params, sizeof(params)), ir::DataType::kInt8);
  build_.Quantize(joined, {{0.5F}, {3}, 0});
  const LoweredPartition lowered = LowerAll(image, Conv(joined, {1, 5, 3, 8}));
  EXPECT_THAT(ShadersOf(lowered), ElementsAre("int8_tile_conv_2d", "int8_tile_conv_2d", "int8_tile_conv_2d"));
}

TEST_F(QuantizedConvTest, TakesWinogradsAlgorithmWhereLanesSharePixels) {
  const auto shaders_of = [&](int size, int inputs, int outputs, const gpu::DeviceLimits& limits) {
    build_ = GraphBuilder();
    const ir::TensorId image = Image({1, size, size, inputs});
    return ShadersOf(LowerAll(image, Conv(image, {1, size, size, outputs}, 1, 3), limits));
  };
  const gpu::DeviceLimits shares = {.runs_on_cpu = true,
                                    .profile = {.prefers_texel_loads = true, .parallel_workgroups = 8}};
  const auto wrapping = ElementsAre("int8_winograd_f4_input_texels", "int8_winograd_f4_matmul_texels",
                                    "int8_winograd_f4_output_texels");
  EXPECT_THAT(shaders_of(56, 64, 64, shares), wrapping);
  EXPECT_THAT(shaders_of(14, 256, 256, shares), wrapping);
  EXPECT_THAT(shaders_of(24, 32, 32, shares), wrapping);
  EXPECT_THAT(shaders_of(7, 512, 512, shares), ElementsAre("int8_winograd_f2_texels"))
      << "few pixels take the smaller weights";
  EXPECT_THAT(shaders_of(56, 16, 16, shares), ElementsAre("int8_tile_conv_2d_scalar_texels"))
      << "the transformations cost more than they save";
  EXPECT_THAT(shaders_of(28, 40, 64, shares), ElementsAre("int8_tile_conv_2d_scalar_texels"))
      << "no whole vectors";
  EXPECT_THAT(shaders_of(56, 64, 64, {}), ElementsAre("int8_tile_conv_2d"));
}

TEST_F(QuantizedConvTest, IsTunedOnItsOwn) {
  const ir::TensorId image = Image({1, 5, 3, 8});
  const LoweredPartition lowered = LowerAll(image, Conv(image, {1, 5, 3, 8}));
  ASSERT_EQ(lowered.choice_points.size(), 1U);
  EXPECT_THAT(lowered.choice_points[0].key, testing::HasSubstr("groups 1 int8"));
  EXPECT_THAT(lowered.choice_points[0].alternatives,
              testing::UnorderedElementsAre("floats tile 8", "floats tile 4", "floats tile 2",
                                            "floats tile 1", "tile 8", "tile 4", "tile 2", "tile 1"));
}

TEST_F(QuantizedConvTest, ConstantsSayWhatTheyAreMadeOf) {
  const ir::TensorId image = Image({1, 5, 3, 8});
  const LoweredPartition lowered = LowerAll(image, Conv(Conv(image, {1, 5, 3, 8}), {1, 5, 3, 8}));
  std::vector<std::string> keys;
  for (const gpu::Constant& constant : lowered.graph.constants) keys.push_back(constant.key);
  ASSERT_EQ(keys.size(), 5U);  // filters, channels, and zeros in place of steps
  std::ranges::sort(keys);
  EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end());
}

}  // namespace
}  // namespace litevk
