// QUANTIZE of floats in the dispatch that computes them, on hand-made graphs.
#include <gtest/gtest.h>

#include "delegate/fuse/fuse.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

class StoredQuantizedTest : public ::testing::Test {
 protected:
  static ir::Shape Image(int channels) { return {1, 4, 4, channels}; }

  ir::TensorId Integers(ir::TensorId floats, float scale = 0.5F, ir::DataType type = ir::DataType::kInt8) {
    const ir::Shape dims = build_.graph().tensor(floats).dims;
    const auto id = build_.Node(abi::kTfLiteBuiltinQuantize, {floats}, dims, {}, type);
    build_.Quantize(id, {.scales = {scale}, .zero_points = {0}});
    return id;
  }

  size_t CountDispatches(std::vector<ir::TensorId> outputs, bool enable = true) {
    return Fuse(test::Judged(build_.graph()), build_.AllPositions(), outputs, enable).size();
  }

  GraphBuilder build_;
};

TEST_F(StoredQuantizedTest, FollowALayerAndItsSteps) {
  const auto input = build_.Runtime(Image(8));
  const auto floats = build_.Add(build_.Conv(input, Image(8)), input, Image(8));
  const auto integers = Integers(floats);
  const auto roots = Fuse(test::Judged(build_.graph()), build_.AllPositions(), std::vector{integers}, true);
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].output, integers);
  EXPECT_EQ(roots[0].epilogue.steps.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.store.as, StoredAs::kQuantized);
  EXPECT_EQ(CountDispatches({integers}, /*enable=*/false), 3U);
}

TEST_F(StoredQuantizedTest, AreWholeWords) {
  EXPECT_EQ(CountDispatches({Integers(build_.Conv(build_.Runtime(Image(8)), Image(6)))}), 2U);
}

TEST_F(StoredQuantizedTest, OfGroupsAreInWordsOfTheirOwn) {
  const auto conv = [this](int outputs) {
    return build_.Conv(build_.Runtime(Image(8)), Image(outputs), 1, abi::kTfLiteActNone,
                       abi::kTfLitePaddingSame, 4);
  };
  EXPECT_EQ(CountDispatches({Integers(conv(16))}), 1U);
  build_ = GraphBuilder();
  EXPECT_EQ(CountDispatches({Integers(conv(8))}), 2U);
}

// Winograd's algorithm, which pays here, stores single floats in storage buffers.
TEST_F(StoredQuantizedTest, FollowNoLayerThatStoresSingleFloats) {
  const ir::Shape image = {1, 56, 56, 64};
  EXPECT_EQ(CountDispatches({Integers(build_.Conv(build_.Runtime(image), image, 3))}), 2U);
  EXPECT_EQ(CountDispatches({Integers(build_.Conv(build_.Runtime(image), image, 5))}), 2U + 1U);
}

TEST_F(StoredQuantizedTest, HaveBounds) {
  const auto input = build_.Runtime(Image(8));
  EXPECT_EQ(CountDispatches({Integers(build_.Conv(input, Image(8)), 0x1p-120F)}), 2U);
  EXPECT_EQ(CountDispatches({Integers(build_.Conv(input, Image(8)), 0.5F, ir::DataType::kInt16)}), 4U);
}

TEST_F(StoredQuantizedTest, LeaveFloatsThatAreReadElsewhere) {
  const auto floats = build_.Conv(build_.Runtime(Image(8)), Image(8));
  EXPECT_EQ(CountDispatches({floats, Integers(floats)}), 2U);
}

TEST_F(StoredQuantizedTest, EndTheDispatch) {
  const auto integers = Integers(build_.Conv(build_.Runtime(Image(8)), Image(8)));
  const auto floats = build_.Node(abi::kTfLiteBuiltinDequantize, {integers}, Image(8));
  EXPECT_EQ(CountDispatches({build_.Add(floats, build_.Runtime(Image(8)), Image(8))}), 2U);
}

TEST_F(StoredQuantizedTest, AreNotThoseOfElementsThatMove) {
  const auto input = build_.Runtime(Image(8));
  EXPECT_EQ(CountDispatches({Integers(build_.Node(abi::kTfLiteBuiltinZerosLike, {input}, Image(8)))}), 2U);
}

}  // namespace
}  // namespace litevk
