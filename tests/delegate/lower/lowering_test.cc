// Lowering of hand-made graphs: the GPU program of a partition.
#include "delegate/lower/lowering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shaders/move/gather.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

const ir::Shape kImage = {1, 4, 4, 8};

class LoweringTest : public ::testing::Test {
 protected:
  LoweredPartition Run(std::vector<ir::TensorId> inputs, std::vector<ir::TensorId> outputs,
                       const LowerOptions& options = {}) {
    return Lower(test::Judged(build_.graph()), build_.AllPositions(), inputs, outputs, options);
  }
  static gpu::Tensor& Tensor(LoweredPartition& lowered, ir::TensorId id) {
    return lowered.graph.tensors[static_cast<size_t>(lowered.tensors[static_cast<size_t>(id)])];
  }

  GraphBuilder build_;
};

TEST_F(LoweringTest, InputsAndOutputsAreMarked) {
  const auto input = build_.Runtime(kImage);
  const auto output = build_.Node(abi::kTfLiteBuiltinTanh, {input}, kImage);
  LoweredPartition lowered = Run({input}, {output});
  EXPECT_TRUE(Tensor(lowered, input).is_input);
  EXPECT_TRUE(Tensor(lowered, output).is_output);
  EXPECT_EQ(Tensor(lowered, input).bytes, sizeof(float) * 4 * 4 * 8);
  ASSERT_EQ(lowered.graph.dispatches.size(), 1U);
  EXPECT_EQ(lowered.graph.dispatches[0].label, "tanh node 0");
}

// If the base module were taken for the missing variant, it would run and read the wrong memory.
TEST_F(LoweringTest, AVariantThatTheShaderDoesNotHaveIsSaid) {
  const auto input = build_.Runtime(kImage);
  build_.Node(abi::kTfLiteBuiltinTanh, {input}, kImage);
  const GpuKernel kernel;
  const FusedNode fused = {.kernel = &kernel};
  const LowerOptions options;
  LoweredPartition lowered;
  Lowering lowering({build_.graph(), build_.graph().nodes[0], {}, &kernel}, fused, options, lowered);
  const shaders::Gather::Bindings bindings = {.source = 0, .indices = 0, .result = 0};
  lowering.EmitPart<shaders::Gather>({}, {}, bindings, {1, 1, 1});
  lowering.EmitPart<shaders::Gather>({}, {}, bindings, {1, 1, 1}, {.read = gpu::Read::kTexels});
  ASSERT_EQ(lowered.graph.dispatches.size(), 2U);
  EXPECT_EQ(lowered.graph.dispatches[0].missing_variant, "");
  EXPECT_EQ(lowered.graph.dispatches[1].missing_variant, "texels");
}

TEST_F(LoweringTest, AFusedTensorHasNoMemory) {
  const auto input = build_.Runtime(kImage);
  const auto conv = build_.Conv(input, kImage);
  const auto relu = build_.Node(abi::kTfLiteBuiltinRelu, {conv}, kImage);
  const LoweredPartition lowered = Run({input}, {relu});
  EXPECT_EQ(lowered.tensors[static_cast<size_t>(conv)], gpu::kNoTensor);
  EXPECT_EQ(lowered.graph.dispatches.size(), 1U);
}

TEST_F(LoweringTest, ReshapeIsAViewAndNoDispatch) {
  const auto input = build_.Runtime(kImage);
  const auto tanh = build_.Node(abi::kTfLiteBuiltinTanh, {input}, kImage);
  const auto flat = build_.Node(abi::kTfLiteBuiltinReshape, {tanh, build_.Ints({2}, {1, 128})}, {1, 128});
  LoweredPartition lowered = Run({input}, {flat});
  EXPECT_EQ(lowered.graph.dispatches.size(), 1U);
  EXPECT_EQ(Tensor(lowered, flat).alias_of, lowered.tensors[static_cast<size_t>(tanh)]);
}

TEST_F(LoweringTest, ATransposeOfDimsOf1IsAViewAndNoDispatch) {
  const auto input = build_.Runtime({1, 20, 8});
  const auto tanh = build_.Node(abi::kTfLiteBuiltinTanh, {input}, {1, 20, 8});
  const auto turned =
      build_.Node(abi::kTfLiteBuiltinTranspose, {tanh, build_.Ints({3}, {1, 0, 2})}, {20, 1, 8});
  const auto relu = build_.Node(abi::kTfLiteBuiltinRelu, {turned}, {20, 1, 8});
  LoweredPartition lowered = Run({input}, {relu});
  EXPECT_EQ(lowered.graph.dispatches.size(), 2U);
  EXPECT_EQ(Tensor(lowered, turned).alias_of, lowered.tensors[static_cast<size_t>(tanh)]);
}

TEST_F(LoweringTest, AKnownScalarOperandIsASpecializationConstant) {
  const auto input = build_.Runtime(kImage);
  const auto sum = build_.Add(input, build_.Floats({1}, {2.5F}), kImage);
  const LoweredPartition lowered = Run({input}, {sum});
  ASSERT_EQ(lowered.graph.dispatches.size(), 1U);
  EXPECT_THAT(lowered.graph.dispatches[0].spec, ::testing::Contains(std::bit_cast<uint32_t>(2.5F)));
}

TEST_F(LoweringTest, AConstantIsUploadedOnceHoweverOftenItIsRead) {
  const auto input = build_.Runtime(kImage);
  const auto bias = build_.Floats({8}, {1, 2, 3, 4, 5, 6, 7, 8});
  const auto first = build_.Add(input, bias, kImage);
  const auto second = build_.Add(first, bias, kImage);
  const LoweredPartition lowered = Run({input}, {first, second});
  ASSERT_EQ(lowered.graph.dispatches.size(), 2U);
  size_t constants_of_eight = 0;
  for (const gpu::Constant& constant : lowered.graph.constants) {
    constants_of_eight += lowered.graph.tensors[static_cast<size_t>(constant.tensor)].bytes == 32 ? 1 : 0;
  }
  EXPECT_EQ(constants_of_eight, 1U);
}

TEST_F(LoweringTest, EveryDispatchFitsItsShadersInterface) {
  const auto input = build_.Runtime(kImage);
  const auto conv = build_.Conv(input, kImage);
  const auto sum = build_.Add(conv, build_.Runtime({1, 4, 1, 1}), kImage);
  const LoweredPartition lowered = Run({input}, {sum}, {.fusion = false});
  for (const gpu::Dispatch& dispatch : lowered.graph.dispatches) {
    EXPECT_EQ(dispatch.spec.size(), dispatch.shader->spec_ids.size()) << dispatch.label;
    EXPECT_EQ(dispatch.bindings.size(), dispatch.shader->bindings.size()) << dispatch.label;
    EXPECT_EQ(dispatch.push.size(), dispatch.shader->push_bytes) << dispatch.label;
    EXPECT_LE(dispatch.push.size(), gpu::DeviceLimits{}.max_push_constant_bytes) << dispatch.label;
    EXPECT_THAT(dispatch.bindings, ::testing::Each(::testing::Ge(0))) << dispatch.label;
  }
}

TEST(FlatGroupsTest, LargeDispatchesFoldIntoTwoDims) {
  gpu::DeviceLimits limits;
  limits.max_workgroup_count = {4, 4, 4};
  EXPECT_THAT(FlatGroups(1, 64, limits), ::testing::ElementsAre(1, 1, 1));
  EXPECT_THAT(FlatGroups(256, 64, limits), ::testing::ElementsAre(4, 1, 1));
  const auto groups = FlatGroups(257, 64, limits);
  EXPECT_LE(groups[0], 4U);
  EXPECT_GE(groups[0] * groups[1], 5U);
}

}  // namespace
}  // namespace litevk
