// Addends that become the biases of layers.
#include "onnx/passes/fold_biases.h"

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

class FoldBiasesTest : public testing::Test {
 protected:
  // A layer whose operands end with `bias`, and the sum of its result and a constant of these dims.
  void Run(const std::string& bias, const std::string& dims, const std::string& outputs = "sum") {
    const std::string text = R"(
    x: float32 1x2
    w: float32 3x2 = 0
    b: float32 3 = 0
    y: float32 1x3 = FULLY_CONNECTED(x, w, )" +
                             bias + R"()
    constant: float32 )" + dims +
                             R"( = 1
    sum: float32 1x3 = ADD(constant, y)
    return )" + outputs;
    program_ = std::make_unique<TextProgram>(std::initializer_list<std::string_view>{text});
    program_->SetParams("sum", abi::TfLiteAddParams{abi::kTfLiteActRelu6, false});
    ASSERT_TRUE(program_->Run(FoldBiases).ok());
  }

  std::unique_ptr<TextProgram> program_;
};

TEST_F(FoldBiasesTest, AnAddendOfEachChannelBecomesTheBias) {
  Run("-", "1x3");
  EXPECT_THAT(program_->Nodes(), ElementsAre("FULLY_CONNECTED(x, w, constant) -> sum"));
  const ir::Node& layer = program_->NodeOf("sum");
  EXPECT_EQ(program_->graph().tensor(layer.inputs[2]).dims, ir::Shape({3}));
  EXPECT_EQ(layer.params.As<abi::TfLiteFullyConnectedParams>().activation, abi::kTfLiteActRelu6);
  EXPECT_THAT(program_->Refusals(), IsEmpty());
}

TEST_F(FoldBiasesTest, ALayerKeepsItsBias) {
  Run("b", "3");
  EXPECT_THAT(program_->Refusals(), ElementsAre("node 1 ADD: the layer has a bias"));
  EXPECT_EQ(program_->graph().nodes.size(), 2U);
}

TEST_F(FoldBiasesTest, AResultThatIsReadElsewhereStays) {
  Run("-", "3", "sum, y");
  EXPECT_THAT(program_->Refusals(), ElementsAre("node 1 ADD: others read the layer's result"));
}

TEST_F(FoldBiasesTest, OneAddendOfAllChannelsStays) {
  Run("-", "1");
  EXPECT_THAT(program_->Refusals(), ElementsAre("node 1 ADD: the constant has no element for each channel"));
}

// A file may omit results.
TEST_F(FoldBiasesTest, ASumWithoutResultStays) {
  TextProgram program{R"(
    x: float32 2
    - = ADD(x, x)
    return x)"};
  ASSERT_TRUE(program.Run(FoldBiases).ok());
  EXPECT_EQ(program.graph().nodes.size(), 1U);
}

}  // namespace
}  // namespace litevk::to_onnx
