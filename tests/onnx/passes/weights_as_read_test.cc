// Weights that kernels read otherwise than the file states.
#include "onnx/passes/weights_as_read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "onnx/passes/prepare.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::HasSubstr;

// A layer of floats with weights that are declared so.
std::string LayerOf(const std::string& weights) {
  return "x: float32 1x2\nw: " + weights + R"(
    y: float32 1x3 = FULLY_CONNECTED(x, w, -)
    return y)";
}

TEST(ReadWeightsAsKernelsDo, BytesOfInt8InUint8BecomeATensorOfTheirOwn) {
  TextProgram program{LayerOf("uint8 3x2 scale 0.5 zero 7 = 1")};
  ASSERT_TRUE(program.Run(Prepare).ok());
  const ir::Tensor& read = program.graph().tensor(program.NodeOf("y").inputs[1]);
  EXPECT_EQ(read.type, ir::DataType::kInt8);
  EXPECT_EQ(program.graph().tensors[1].type, ir::DataType::kUInt8) << "as the file states";
}

TEST(ReadWeightsAsKernelsDo, WeightsThatAreReadAsStatedStay) {
  TextProgram program{LayerOf("int8 3x2 scale 0.5 = 1")};
  ASSERT_TRUE(program.Run(Prepare).ok());
  EXPECT_EQ(program.NodeOf("y").inputs[1], program.Id("w"));
  EXPECT_EQ(program.graph().tensors.size(), 3U);
}

TEST(ReadWeightsAsKernelsDo, WeightsOfARunCannotBeTwoTensors) {
  TextProgram program{LayerOf("uint8 3x2 scale 0.5 zero 7")};
  EXPECT_THAT(program.Run(Prepare).message(), HasSubstr("reads weights of a run in another way"));
}

}  // namespace
}  // namespace litevk::to_onnx
