// Tensors that lie within others, and the reasons why other tensors are moved.
#include "delegate/views/view_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ViewPlanTest : public ::testing::Test {
 protected:
  LoweredPartition Run(std::vector<ir::TensorId> inputs, std::vector<ir::TensorId> outputs,
                       const LowerOptions& options = {}) {
    return Lower(test::Judged(build_.graph(), limits_), build_.AllPositions(), inputs, outputs, options);
  }

  static std::vector<std::string> Moves(const LoweredPartition& lowered) {
    std::vector<std::string> reasons;
    for (const gpu::Dispatch& dispatch : lowered.graph.dispatches) {
      if (!dispatch.move_reason.empty()) reasons.push_back(dispatch.label + ": " + dispatch.move_reason);
    }
    return reasons;
  }
  static const gpu::Tensor& Tensor(const LoweredPartition& lowered, ir::TensorId id) {
    return lowered.graph.tensors[static_cast<size_t>(lowered.tensors[static_cast<size_t>(id)])];
  }

  ir::TensorId Join(std::vector<ir::TensorId> parts, ir::Shape output, int axis) {
    const abi::TfLiteConcatenationParams params = {.axis = axis};
    const ir::DataType type = build_.graph().tensor(parts[0]).type;
    return build_.Node(abi::kTfLiteBuiltinConcatenation, std::move(parts), std::move(output),
                       ir::Params(&params, sizeof(params)), type);
  }
  ir::TensorId Tanh(ir::TensorId input) {
    return build_.Node(abi::kTfLiteBuiltinTanh, {input}, build_.graph().tensor(input).dims);
  }
  ir::TensorId Softmax(ir::TensorId input) {
    const abi::TfLiteSoftmaxParams params = {1.0F};
    return build_.Node(abi::kTfLiteBuiltinSoftmax, {input}, build_.graph().tensor(input).dims,
                       ir::Params(&params, sizeof(params)));
  }
  // Adds a SOFTMAX of rows that are longer than those of any tensor that the input is cut out of or joined
  // to.
  ir::TensorId SoftmaxOfAll(ir::TensorId input) {
    const auto elements = static_cast<int>(build_.graph().tensor(input).dims.NumElements());
    const ir::Shape row = {1, elements};
    return Softmax(build_.Node(abi::kTfLiteBuiltinReshape, {input, build_.Ints({2}, row.dims())}, row));
  }
  ir::TensorId Turn(ir::TensorId input, ir::Shape output) {
    const ir::DataType type = build_.graph().tensor(input).type;
    return build_.Node(abi::kTfLiteBuiltinTranspose, {input, build_.Ints({2}, {1, 0})}, std::move(output), {},
                       type);
  }
  ir::TensorId Slice(ir::TensorId input, std::vector<int> begin, const ir::Shape& size) {
    const auto rank = static_cast<int>(begin.size());
    return build_.Node(abi::kTfLiteBuiltinSlice,
                       {input, build_.Ints({rank}, std::move(begin)), build_.Ints({rank}, size.dims())},
                       size);
  }

  // Tensors may begin at every 256 bytes: 64 floats.
  gpu::DeviceLimits limits_;
  GraphBuilder build_;
};

TEST_F(ViewPlanTest, JoinedHeadsAreWrittenInPlace) {
  const auto input = build_.Runtime({1, 64, 2});
  const auto first =
      build_.Node(abi::kTfLiteBuiltinReshape, {Tanh(input), build_.Ints({3}, {1, 128, 1})}, {1, 128, 1});
  const auto second = Tanh(build_.Runtime({1, 16, 1}));
  const auto joined = Join({first, second}, {1, 144, 1}, 1);
  const LoweredPartition lowered = Run({input, build_.graph().nodes[2].inputs[0]}, {joined});
  EXPECT_EQ(lowered.graph.dispatches.size(), 2U);
  EXPECT_THAT(Moves(lowered), IsEmpty());
  EXPECT_EQ(Tensor(lowered, second).alias_of, lowered.tensors[static_cast<size_t>(joined)]);
  EXPECT_EQ(Tensor(lowered, second).offset_bytes, 512U);
  EXPECT_EQ(Tensor(lowered, second).bytes, 64U);
}

TEST_F(ViewPlanTest, WhatDoesNotBeginWhereATensorMayIsWrittenAsARow) {
  const auto first = Tanh(build_.Runtime({1, 5, 4}));
  const auto second = Tanh(build_.Runtime({1, 3, 4}));
  const auto joined = Join({first, second}, {1, 8, 4}, 1);
  const LoweredPartition lowered = Run({0, 2}, {joined});
  EXPECT_THAT(Moves(lowered), IsEmpty());
  EXPECT_EQ(Tensor(lowered, second).rows, (gpu::RowBytes{80, 48, 128}));
  EXPECT_EQ(Tensor(lowered, second).bytes, 128U);
}

TEST_F(ViewPlanTest, ChannelsAreWrittenIntoWiderRows) {
  const auto input = build_.Runtime({1, 4, 4, 8});
  const auto left = build_.Conv(input, {1, 4, 4, 8});
  const auto right = build_.Conv(input, {1, 4, 4, 12});
  const auto joined = Join({left, right}, {1, 4, 4, 20}, 3);
  const LoweredPartition lowered = Run({input}, {joined});
  EXPECT_EQ(lowered.graph.dispatches.size(), 2U);
  EXPECT_EQ(Tensor(lowered, right).rows, (gpu::RowBytes{32, 48, 80}));
}

TEST_F(ViewPlanTest, JoinedTensorsAreJoinedAgainInOneMemory) {
  const auto input = build_.Runtime({1, 4, 4, 8});
  const auto inner =
      Join({build_.Conv(input, {1, 4, 4, 8}), build_.Conv(input, {1, 4, 4, 4})}, {1, 4, 4, 12}, 3);
  const auto outer = Join({build_.Conv(input, {1, 4, 4, 8}), inner}, {1, 4, 4, 20}, 3);
  // Only the outer join reads the inner one, whose own parts are where the outer join has them.
  const LoweredPartition lowered = Run({input}, {outer});
  EXPECT_EQ(lowered.graph.dispatches.size(), 3U);
  EXPECT_THAT(Moves(lowered), IsEmpty());
}

TEST_F(ViewPlanTest, WhatIsElsewhereIsMoved) {
  const auto input = build_.Runtime({4, 64});
  const auto result = Tanh(input);
  const auto twice = Tanh(result);
  const auto joined =
      Join({input, result, build_.Floats({1, 64}, std::vector<float>(64)), twice, twice}, {17, 64}, 0);
  EXPECT_THAT(Moves(Run({input}, {result, joined})),
              ElementsAre("concatenation node 2: the tensor lies in the interpreter's memory",
                          "concatenation node 2: the tensor lies in the interpreter's memory",
                          "concatenation node 2: the tensor is a constant",
                          "concatenation node 2: the tensor lies in another one already"));
}

TEST_F(ViewPlanTest, RowsAreTheBusinessOfThoseWhoWriteAndReadThem) {
  const auto input = build_.Runtime({1, 4, 4, 8});
  const auto read = build_.Conv(input, {1, 4, 4, 8});
  const auto output = SoftmaxOfAll(read);
  const auto joined = Join({read, Tanh(input)}, {1, 4, 4, 16}, 3);
  EXPECT_THAT(Moves(Run({input}, {output, joined})),
              ElementsAre("concatenation node 4: SOFTMAX (node 2) reads no rows"));
}

TEST_F(ViewPlanTest, RowsOfNarrowElementsAreWholeWords) {
  const auto input = build_.Runtime({3, 6}, ir::DataType::kInt8);
  const auto wide = build_.Runtime({4, 6}, ir::DataType::kInt8);
  const auto broken = Join({Turn(input, {6, 3}), Turn(wide, {6, 4})}, {6, 7}, 1);
  const auto whole = Join({Turn(wide, {6, 4}), Turn(wide, {6, 4})}, {6, 8}, 1);
  const LoweredPartition lowered = Run({input, wide}, {broken, whole});
  const auto written = "concatenation node 2: TRANSPOSE (node ";
  EXPECT_EQ(
      std::ranges::count_if(Moves(lowered), [&](const auto& move) { return move.starts_with(written); }), 2);
  EXPECT_EQ(lowered.graph.dispatches.size(), 6U);
}

// The words of a binding's rows are at the constants that the shader declares for them.
TEST_F(ViewPlanTest, BoundRowsAreConstantsOfADispatch) {
  const auto input = build_.Runtime({4, 64});
  const abi::TfLiteCumsumParams params = {};
  const auto sums =
      build_.Node(abi::kTfLiteBuiltinCumsum, {Slice(input, {0, 40}, {4, 24}), build_.Ints({1}, {1})}, {4, 24},
                  ir::Params(&params, sizeof(params)));
  const LoweredPartition lowered = Run({input}, {sums});
  ASSERT_EQ(lowered.graph.dispatches.size(), 1U);
  const gpu::Dispatch& dispatch = lowered.graph.dispatches[0];
  const auto value_of = [&](uint32_t id) {
    const auto ids = dispatch.shader->spec_ids;
    return dispatch.spec[static_cast<size_t>(std::ranges::find(ids, id) - ids.begin())];
  };
  EXPECT_EQ(std::vector({value_of(200), value_of(201), value_of(202)}),
            (std::vector<uint32_t>{96, 256, 160}));
  EXPECT_EQ(value_of(203), 0U);
}

TEST_F(ViewPlanTest, CutsAreReadWhereTheyAre) {
  const auto input = build_.Runtime({4, 64});
  const auto block = Softmax(Slice(input, {1, 0}, {2, 64}));
  // Rows are read beside another value.
  const auto sum = build_.Add(Tanh(build_.Runtime({4, 32})), Slice(input, {0, 32}, {4, 32}), {4, 32});
  const auto rows = Softmax(Slice(input, {0, 32}, {4, 32}));
  const auto dense = SoftmaxOfAll(Slice(input, {0, 32}, {4, 32}));
  const LoweredPartition lowered = Run({input, build_.graph().nodes[2].inputs[0]}, {block, sum, rows, dense});
  EXPECT_THAT(Moves(lowered), ElementsAre(HasSubstr("SOFTMAX (node 9) reads no rows")));
  EXPECT_EQ(lowered.graph.dispatches.size(), 5U);
}

TEST_F(ViewPlanTest, WhatIsCutAndJoinedAgainIsWrittenWhereItIsJoined) {
  const auto input = build_.Runtime({1, 4, 4, 8});
  const auto whole = build_.Conv(input, {1, 4, 4, 16});
  const auto left = Slice(whole, {0, 0, 0, 0}, {1, 4, 4, 8});
  const auto right = Slice(whole, {0, 0, 0, 8}, {1, 4, 4, 8});
  const auto joined = Join({left, right, build_.Conv(right, {1, 4, 4, 8})}, {1, 4, 4, 24}, 3);
  const LoweredPartition lowered = Run({input}, {joined});
  EXPECT_EQ(lowered.graph.dispatches.size(), 2U);
  EXPECT_THAT(Moves(lowered), IsEmpty());
  EXPECT_EQ(Tensor(lowered, whole).rows, (gpu::RowBytes{0, 64, 96}));
  EXPECT_EQ(Tensor(lowered, right).rows, (gpu::RowBytes{32, 32, 96}));
}

TEST_F(ViewPlanTest, HalvesThatChangePlacesAreMoved) {
  const auto whole = build_.Conv(build_.Runtime({1, 4, 4, 8}), {1, 4, 4, 16});
  const auto left = Slice(whole, {0, 0, 0, 0}, {1, 4, 4, 8});
  const auto right = Slice(whole, {0, 0, 0, 8}, {1, 4, 4, 8});
  const LoweredPartition lowered = Run({0}, {Join({right, left}, {1, 4, 4, 16}, 3)});
  EXPECT_EQ(Moves(lowered).size(), 2U);
}

TEST_F(ViewPlanTest, PaddedChannelsAreReadAsZerosBesideAResult) {
  const auto input = build_.Runtime({1, 4, 4, 8});
  const auto padded = build_.Node(abi::kTfLiteBuiltinPad,
                                  {input, build_.Ints({4, 2}, {0, 0, 0, 0, 0, 0, 0, 4})}, {1, 4, 4, 12});
  const auto sum = build_.Add(build_.Conv(input, {1, 4, 4, 12}), padded, {1, 4, 4, 12});
  const LoweredPartition lowered = Run({input}, {sum});
  ASSERT_EQ(lowered.graph.dispatches.size(), 1U);
  EXPECT_EQ(lowered.graph.dispatches[0].fused_nodes, (std::vector<int>{0, 2}));
  EXPECT_EQ(lowered.tensors[static_cast<size_t>(padded)], gpu::kNoTensor);
}

TEST_F(ViewPlanTest, NothingIsInPlaceWithoutFusion) {
  const auto joined = Join({Tanh(build_.Runtime({1, 64})), Tanh(build_.Runtime({1, 64}))}, {2, 64}, 0);
  EXPECT_THAT(Moves(Run({0, 2}, {joined}, {.fusion = false})),
              ElementsAre("concatenation node 2: fusion is switched off",
                          "concatenation node 2: fusion is switched off"));
}

TEST_F(ViewPlanTest, AnotherOrderIsMoved) {
  const auto input = build_.Runtime({4, 8});
  const auto turned = build_.Node(abi::kTfLiteBuiltinTranspose, {input, build_.Ints({2}, {1, 0})}, {8, 4});
  EXPECT_THAT(Moves(Run({input}, {turned})),
              ElementsAre("transpose node 0: the elements are not rows of another tensor"));
}

}  // namespace
}  // namespace litevk
