// Rows of several images, as in the heads of detectors.
#include "onnx/passes/join_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "onnx/passes/choose_layouts.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class JoinRowsTest : public testing::Test {
 protected:
  // Two convolutions of an image, whose rows are joined. The second one has so many channels.
  void Run(int channels, const std::string& outputs = "rows") {
    const std::string count = std::to_string(channels);
    const std::string pixels = std::to_string(16 * channels / 6);
    const std::string joined = std::to_string(16 + 16 * channels / 6);
    const std::string text = R"(
    image: float32 1x4x4x3
    first: float32 6x1x1x3 = 0
    second: float32 )" + count +
                             R"(x1x1x3 = 0
    dims: int32 3 = 1 -1 6
    a: float32 1x4x4x6 = CONV_2D(image, first, -)
    b: float32 1x4x4x)" + count +
                             R"( = CONV_2D(image, second, -)
    a_rows: float32 1x16x6 = RESHAPE(a, dims)
    b_rows: float32 1x)" + pixels +
                             R"(x6 = RESHAPE(b, dims)
    rows: float32 1x)" + joined +
                             R"(x6 = CONCATENATION(a_rows, b_rows)
    return )" + outputs;
    program_ = std::make_unique<TextProgram>(std::initializer_list<std::string_view>{text});
    program_->SetParams("rows", abi::TfLiteConcatenationParams{1, abi::kTfLiteActNone});
    ASSERT_TRUE(program_->Run(ChooseLayouts).ok());
    ASSERT_TRUE(program_->Run(JoinRows).ok());
  }

  std::unique_ptr<TextProgram> program_;
};

TEST_F(JoinRowsTest, NeighboursOfEqualChannelsAreJoinedInFrontOfOneReshape) {
  Run(6);
  const std::vector<ir::Node>& nodes = program_->graph().nodes;
  ASSERT_EQ(nodes.size(), 6U);
  EXPECT_THAT(program_->Refusals(), IsEmpty());
  EXPECT_THAT(program_->Nodes().back(), testing::StartsWith("RESHAPE("));
  EXPECT_THAT(program_->Nodes().back(), testing::EndsWith("-> rows"));
  EXPECT_EQ(program_->graph().tensor(nodes[4].outputs[0]).dims, ir::Shape({1, 32, 6}));
  EXPECT_EQ(program_->context().plan.nodes.size(), nodes.size()) << "the layouts are chosen again";
}

TEST_F(JoinRowsTest, ImagesOfOtherChannelsAreNotJoined) {
  Run(12);
  EXPECT_EQ(program_->graph().nodes.size(), 5U);
  EXPECT_THAT(program_->Refusals(),
              ElementsAre("node 4 CONCATENATION: operand 1: its image has other channels than the one "
                          "before"));
}

TEST_F(JoinRowsTest, RowsThatAreReturnedAreNotJoined) {
  Run(6, "rows, a_rows");
  EXPECT_EQ(program_->graph().nodes.size(), 5U);
  EXPECT_THAT(program_->Refusals(),
              ElementsAre("node 4 CONCATENATION: operand 0: no RESHAPE makes it for this node alone"));
}

TEST_F(JoinRowsTest, OperandsThatNoReshapeMakesAreNoMatch) {
  TextProgram program{R"(
    a: float32 1x2x6
    b: float32 1x3x6
    rows: float32 1x5x6 = CONCATENATION(a, b)
    return rows)"};
  program.SetParams("rows", abi::TfLiteConcatenationParams{1, abi::kTfLiteActNone});
  ASSERT_TRUE(program.Run(ChooseLayouts).ok());
  ASSERT_TRUE(program.Run(JoinRows).ok());
  EXPECT_THAT(program.Refusals(), IsEmpty());
}

}  // namespace
}  // namespace litevk::to_onnx
