// Dilated convolutions that TFLite's converter writes as three nodes.
#include "onnx/passes/join_dilation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const abi::TfLiteConvParams kValid = {abi::kTfLitePaddingValid, 1, 1, abi::kTfLiteActNone, 1, 1};

// An image of 8x8 in blocks of 2x2, convolved by 3x3 and put together again.
std::string Dilated(const std::string& pads, const std::string& crops, const std::string& end = "") {
  return R"(
    image: float32 1x8x8x3
    block: int32 2 = 2
    filter: float32 4x3x3x3 = 0
    pads: int32 2x2 = )" +
         pads + R"(
    crops: int32 2x2 = )" +
         crops + R"(
    blocks: float32 4x6x6x3 = SPACE_TO_BATCH_ND(image, block, pads)
    convolved: float32 4x4x4x4 = CONV_2D(blocks, filter, -)
    y: float32 1x8x8x4 = BATCH_TO_SPACE_ND(convolved, block, crops)
    )" + (end.empty() ? "return y" : end);
}

class JoinDilationTest : public testing::Test {
 protected:
  void Run(const std::string& text, const abi::TfLiteConvParams& params = kValid) {
    program_ = std::make_unique<TextProgram>(std::initializer_list<std::string_view>{text});
    program_->SetParams("convolved", params);
    ASSERT_TRUE(program_->Run(JoinDilation).ok());
  }

  void ExpectRefused(const std::string& reason) {
    EXPECT_THAT(program_->Refusals(), ElementsAre("node 2 BATCH_TO_SPACE_ND: " + reason));
    EXPECT_EQ(program_->graph().nodes[1].params.As<abi::TfLiteConvParams>().dilation_width_factor, 1);
  }

  std::unique_ptr<TextProgram> program_;
};

TEST_F(JoinDilationTest, ThreeNodesBecomeOneDilatedConvolution) {
  Run(Dilated("2", "0"));
  EXPECT_THAT(program_->Nodes(), ElementsAre("CONV_2D(image, filter, -) -> y"));
  const auto& params = program_->NodeOf("y").params.As<abi::TfLiteConvParams>();
  EXPECT_EQ(params.dilation_width_factor, 2);
  EXPECT_EQ(params.dilation_height_factor, 2);
  EXPECT_EQ(params.padding, abi::kTfLitePaddingSame);
  EXPECT_THAT(program_->Refusals(), IsEmpty());
}

TEST_F(JoinDilationTest, BlocksThatAnotherNodeReadsAreStillMade) {
  Run(Dilated("2", "0", "other: float32 4x6x6x3 = RELU(blocks)\n return y, other"));
  EXPECT_THAT(program_->Nodes(), ElementsAre("SPACE_TO_BATCH_ND(image, block, pads) -> blocks",
                                             "CONV_2D(image, filter, -) -> y", "RELU(blocks) -> other"));
}

TEST_F(JoinDilationTest, AConvolvedBlockThatAnotherNodeReadsKeepsAllThree) {
  Run(Dilated("2", "0", "other: float32 4x4x4x4 = RELU(convolved)\n return y, other"));
  ExpectRefused("no convolution computes the blocks for it alone");
}

TEST_F(JoinDilationTest, PaddingThatOnnxHasNoNameForKeepsAllThree) {
  Run(Dilated("1 3 2 2", "0"));
  ExpectRefused("the padding of all three is neither SAME nor VALID");
}

TEST_F(JoinDilationTest, StepsKeepAllThree) {
  Run(Dilated("2", "0"), {abi::kTfLitePaddingValid, 2, 2, abi::kTfLiteActNone, 1, 1});
  ExpectRefused("the convolution has steps or is dilated already");
}

TEST_F(JoinDilationTest, CropsOfARunKeepAllThree) {
  std::string text = Dilated("2", "0");
  text.replace(text.find("crops: int32 2x2 = 0"), 20, "crops: int32 2x2");
  Run(text);
  ExpectRefused("its paddings or crops are computed in a run or not of height and width");
}

TEST_F(JoinDilationTest, AScaleThatChangesKeepsAllThree) {
  std::string text = Dilated("2", "0");
  for (size_t at = text.find("float32"); at != std::string::npos; at = text.find("float32")) {
    text.replace(at, 7, "int8");
  }
  text.replace(text.find("1x8x8x3"), 7, "1x8x8x3 scale 0.5");
  Run(text);
  ExpectRefused("a scale changes where blocks are moved");
}

}  // namespace
}  // namespace litevk::to_onnx
