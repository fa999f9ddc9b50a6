// Layouts of values, as the user states them and as operators need them.
#include "onnx/passes/choose_layouts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

constexpr const char* kConvolution = R"(
    image: float32 1x4x4x3
    filter: float32 2x1x1x3 = 0
    y: float32 1x4x4x2 = CONV_2D(image, filter, -)
    z: float32 1x4x4x2 = RELU(y)
    return z)";

TEST(ChooseLayouts, ImagesBetweenLayersHaveTheirChannelsFirst) {
  TextProgram program{kConvolution};
  ASSERT_TRUE(program.Run(ChooseLayouts).ok());
  const LayoutPlan& plan = program.context().plan;
  EXPECT_EQ(plan.tensors[static_cast<size_t>(program.Id("y"))], ChannelsFirst(4));
  EXPECT_TRUE(plan.tensors[static_cast<size_t>(program.Id("image"))].empty()) << "an edge keeps its dims";
  EXPECT_TRUE(plan.outputs[0].empty());
}

TEST(ChooseLayouts, EdgesHaveTheirChannelsFirstIfTheUserSaysSo) {
  TextProgram program{kConvolution};
  program.options().has_channels_first_edges = true;
  ASSERT_TRUE(program.Run(ChooseLayouts).ok());
  EXPECT_EQ(program.context().plan.outputs[0], ChannelsFirst(4));
}

TEST(ChooseLayouts, ATensorThatTheModelLacksIsAnError) {
  TextProgram program{kConvolution};
  program.options().layouts = {{"picture", "NHWC", "NCHW"}};
  EXPECT_THAT(program.Run(ChooseLayouts).message(), testing::HasSubstr("picture"));
}

}  // namespace
}  // namespace litevk::to_onnx
