// Scales of layers of int16 with 64-bit sums.
#include "onnx/passes/wide_multipliers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A convolution with an image and a filter that are declared so.
std::string Convolution(const std::string& image, const std::string& filter) {
  return "image: " + image + "\nfilter: " + filter + R"(
    y: int16 1x4x4x2 scale 0.001 = CONV_2D(image, filter, -)
    return y)";
}

TEST(TakeWideMultipliers, WeightsOfAnInt16LayerGetScalesOf16Bits) {
  TextProgram program{Convolution("int16 1x4x4x3 scale 0.0013", "int8 2x1x1x3 scale 0.0171/0.0123 = 1")};
  ASSERT_TRUE(program.Run(TakeWideMultipliers).ok());
  const auto& stated = program.graph().tensors[1].quantization.scales;
  const auto& taken = program.graph().tensor(program.NodeOf("y").inputs[1]).quantization.scales;
  ASSERT_EQ(taken.size(), 2U);
  for (size_t i = 0; i < taken.size(); ++i) {
    EXPECT_NE(taken[i], stated[i]);
    EXPECT_NEAR(taken[i], stated[i], stated[i] / 32768);
  }
  EXPECT_THAT(program.Refusals(), IsEmpty());
}

TEST(TakeWideMultipliers, LayersOfInt8KeepTheirScales) {
  TextProgram program{Convolution("int8 1x4x4x3 scale 0.0013", "int8 2x1x1x3 scale 0.0171 = 1")};
  ASSERT_TRUE(program.Run(TakeWideMultipliers).ok());
  EXPECT_EQ(program.NodeOf("y").inputs[1], program.Id("filter"));
  EXPECT_THAT(program.Refusals(), IsEmpty());
}

TEST(TakeWideMultipliers, WeightsOfARunKeepTheirScales) {
  TextProgram program{Convolution("int16 1x4x4x3 scale 0.0013", "int8 2x1x1x3 scale 0.0171")};
  ASSERT_TRUE(program.Run(TakeWideMultipliers).ok());
  EXPECT_EQ(program.NodeOf("y").inputs[1], program.Id("filter"));
  EXPECT_THAT(program.Refusals(), ElementsAre("node 0 CONV_2D: its weights are computed in a run"));
}

TEST(TakeWideMultipliers, AnImageWithoutScaleKeepsThem) {
  TextProgram program{Convolution("int16 1x4x4x3", "int8 2x1x1x3 scale 0.0171 = 1")};
  ASSERT_TRUE(program.Run(TakeWideMultipliers).ok());
  EXPECT_THAT(program.Refusals(), ElementsAre("node 0 CONV_2D: its input or output has no scale of int16"));
}

}  // namespace
}  // namespace litevk::to_onnx
