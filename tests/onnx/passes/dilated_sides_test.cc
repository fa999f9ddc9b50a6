// The padding of a dilated window that is written as three nodes.
#include "onnx/passes/dilated_sides.h"

#include <gtest/gtest.h>

#include <optional>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

constexpr Sides kThree = {3, 3};
constexpr Sides kTwo = {2, 2};
constexpr Margins kNone = {};

TEST(DilatedSides, PadsOfTheWindowsReachAreSame) {
  EXPECT_EQ(JoinedPadding(kThree, kTwo, {{{2, 2}, {2, 2}}}, kNone, /*is_same=*/false),
            abi::kTfLitePaddingSame);
  EXPECT_EQ(JoinedPadding(kThree, kTwo, {{{0, 1}, {0, 1}}}, {{{0, 1}, {0, 1}}}, /*is_same=*/true),
            abi::kTfLitePaddingSame);
}

TEST(DilatedSides, PadsThatAreCroppedAreValid) {
  EXPECT_EQ(JoinedPadding(kThree, kTwo, {{{0, 1}, {0, 1}}}, {{{0, 1}, {0, 1}}}, /*is_same=*/false),
            abi::kTfLitePaddingValid);
}

TEST(DilatedSides, UnevenPadsHaveNoName) {
  EXPECT_EQ(JoinedPadding(kThree, kTwo, {{{1, 3}, {2, 2}}}, kNone, /*is_same=*/false), std::nullopt);
}

TEST(DilatedSides, OneDimensionalBlocksBelongToTheAxisThatIsNotAdded) {
  TextProgram program{R"(
    x: float32 1x8x3
    block: int32 1 = 4
    pads: int32 1x2 = 1 2
    y: float32 4x2x3 = SPACE_TO_BATCH_ND(x, block, pads)
    return y)"};
  const ir::Node& node = program.NodeOf("y");
  EXPECT_EQ(BlockOf(program.graph(), node, AddedDim(1)), Sides({1, 4}));
  EXPECT_EQ(BlockOf(program.graph(), node, AddedDim(2)), Sides({4, 1}));
  EXPECT_EQ(MarginsOf(program.graph(), node, AddedDim(1)), Margins({{{0, 0}, {1, 2}}}));
  EXPECT_EQ(BlockOf(program.graph(), node, std::nullopt), std::nullopt) << "of one axis alone";
}

}  // namespace
}  // namespace litevk::to_onnx
