// Quantized graphs as graphs of floats.
#include "onnx/passes/fold_quantization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

float FirstOf(const ir::Tensor& tensor) {
  float value = 0;
  std::memcpy(&value, tensor.data.data(), sizeof(value));
  return value;
}

TEST(FoldQuantization, IntegersBecomeTheFloatsThatTheyMean) {
  TextProgram program{R"(
    x: float32 1x2
    q: int8 1x2 scale 0.5 = QUANTIZE(x)
    w: int8 3x2 scale 0.25 zero 0 = 8
    bias: int32 3 = 16
    y: int8 1x3 scale 0.5 = FULLY_CONNECTED(q, w, bias)
    z: float32 1x3 = DEQUANTIZE(y)
    return z)"};
  program.SetParams("y", abi::TfLiteFullyConnectedParams{});
  ASSERT_TRUE(program.Run(FoldQuantization).ok());
  ASSERT_EQ(program.graph().nodes.size(), 1U);
  const ir::Node& layer = program.graph().nodes[0];
  EXPECT_EQ(layer.inputs[0], program.graph().inputs[0]);
  EXPECT_EQ(layer.outputs[0], program.graph().outputs[0]);
  EXPECT_EQ(program.graph().tensor(layer.outputs[0]).name, "z") << "the output keeps its name";
  EXPECT_EQ(FirstOf(program.Tensor("w")), 2.0F);
  EXPECT_EQ(FirstOf(program.Tensor("bias")), 2.0F) << "in the product of the scales";
  EXPECT_THAT(program.Refusals(), IsEmpty());
}

TEST(FoldQuantization, ABiasOfTwoLayersBecomesTwo) {
  TextProgram program{R"(
    x: int8 1x2 scale 0.5
    v: int8 3x2 scale 0.25 = 8
    w: int8 3x2 scale 0.5 = 8
    bias: int32 3 = 16
    y: int8 1x3 scale 0.5 = FULLY_CONNECTED(x, v, bias)
    z: int8 1x3 scale 0.5 = FULLY_CONNECTED(x, w, bias)
    return y, z)"};
  ASSERT_TRUE(program.Run(FoldQuantization).ok());
  const auto bias_of = [&](const char* result) {
    return FirstOf(program.graph().tensor(program.NodeOf(result).inputs[2]));
  };
  EXPECT_EQ(bias_of("y"), 2.0F);
  EXPECT_EQ(bias_of("z"), 4.0F);
}

TEST(FoldQuantization, AnInputThatIsReturnedIsCopied) {
  TextProgram program{R"(
    x: float32 1x2
    y: int8 1x2 scale 0.5 = QUANTIZE(x)
    return y)"};
  ASSERT_TRUE(program.Run(FoldQuantization).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("CAST(x) -> y"));
  EXPECT_THAT(program.Refusals(), ElementsAre("node 0 QUANTIZE: its input and output are edges of the graph, "
                                              "each with a name of its own"));
}

TEST(FoldQuantization, Float16IsStillConverted) {
  TextProgram program{R"(
    x: float16 1x2
    y: float32 1x2 = DEQUANTIZE(x)
    return y)"};
  ASSERT_TRUE(program.Run(FoldQuantization).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("DEQUANTIZE(x) -> y"));
  EXPECT_THAT(program.Refusals(), ElementsAre("node 0 DEQUANTIZE: it converts between types that stay"));
}

TEST(FoldQuantization, IntegersThatMoveIntoAnotherScaleAreAnError) {
  TextProgram program{R"(
    x: int8 1x2 scale 0.5
    dims: int32 2 = 2 1
    y: int8 2x1 scale 0.25 = RESHAPE(x, dims)
    return y)"};
  EXPECT_THAT(program.Run(FoldQuantization).message(), HasSubstr("operator 0 (RESHAPE): "));
}

}  // namespace
}  // namespace litevk::to_onnx
