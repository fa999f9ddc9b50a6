// Tests the format of shape lists, the graphs built from it, and the lists beside the program.
#include "bench/ops/layer_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>

#include "bench/ops/items.h"
#include "bench/ops/op_cost.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::bench {
namespace {

using testing::HasSubstr;

OpModel ModelOf(const std::string& line, ir::DataType type = ir::DataType::kFloat32) {
  const auto shape = ParseLayerShape(line);
  EXPECT_TRUE(shape.ok()) << shape.status().message();
  auto model = MakeLayerModel(*shape, type, gpu::DeviceLimits());
  EXPECT_TRUE(model.ok()) << model.status().message();
  return std::move(*model);
}

TEST(LayerShapeTest, AllKeys) {
  const auto shape = ParseLayerShape(
      "CONV_2D count=4 input=1x56x56x64 filter=64x3x3x64 stride=2x1 dilation=1x2 padding=VALID "
      "activation=RELU6");
  ASSERT_TRUE(shape.ok()) << shape.status().message();
  EXPECT_EQ(shape->op_code, abi::kTfLiteBuiltinConv2d);
  ASSERT_EQ(shape->inputs.size(), 1U);
  EXPECT_EQ(shape->inputs[0], ir::Shape({1, 56, 56, 64}));
  EXPECT_EQ(shape->filter, std::vector<int>({64, 3, 3, 64}));
  EXPECT_EQ(shape->stride_hw, std::vector<int>({2, 1}));
  EXPECT_EQ(shape->dilation_hw, std::vector<int>({1, 2}));
  EXPECT_EQ(shape->padding, abi::kTfLitePaddingValid);
  EXPECT_EQ(shape->activation, abi::kTfLiteActRelu6);
  EXPECT_EQ(shape->count, 4);
}

TEST(LayerShapeTest, Defaults) {
  const auto shape = ParseLayerShape("MAX_POOL_2D input=1x8x8x4 filter=3x3");
  ASSERT_TRUE(shape.ok()) << shape.status().message();
  EXPECT_EQ(shape->stride_hw, std::vector<int>({1, 1}));
  EXPECT_EQ(shape->padding, abi::kTfLitePaddingSame);
  EXPECT_EQ(shape->activation, abi::kTfLiteActNone);
  EXPECT_EQ(shape->count, 1);
}

struct Mistake {
  const char* line;
  const char* diagnostic;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.line; }

class LayerShapeMistakeTest : public testing::TestWithParam<Mistake> {};

TEST_P(LayerShapeMistakeTest, HasADiagnostic) {
  const auto shape = ParseLayerShape(GetParam().line);
  ASSERT_FALSE(shape.ok());
  EXPECT_THAT(shape.status().message(), HasSubstr(GetParam().diagnostic));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, LayerShapeMistakeTest,
    testing::Values(
        Mistake{"CONV_3D input=1x2", "\"CONV_3D\" is no operator of shape lists"},
        Mistake{"RELU", "RELU: needs the key input"},
        Mistake{"RELU input", "expected key=value, found \"input\""},
        Mistake{"RELU size=4", "there is no key \"size\""},
        Mistake{"RELU input=4 input=4", "input: is there twice"},
        Mistake{"RELU input=1xx4", "input: expected dims such as 1x56x56x64, found \"1xx4\""},
        Mistake{"RELU input=0", "input: expected dims"}, Mistake{"RELU input=", "found \"\""},
        Mistake{"RELU input=4,5", "takes 1 inputs and constants, found 2"},
        Mistake{"CONCATENATION input=4 axes=0", "takes two or more inputs"},
        Mistake{"CONCATENATION input=4,4", "needs the key axes"},
        Mistake{"CONV_2D input=1x4x4x1", "takes a filter of 4 dims, found 0"},
        Mistake{"MAX_POOL_2D input=1x4x4x1 filter=2x2 stride=2", "stride: expected height x width"},
        Mistake{"MAX_POOL_2D input=1x4x4x1 filter=2x2 padding=FULL", "padding: expected SAME or VALID"},
        Mistake{"RELU input=4 count=0", "count: expected a number from 1 on, found \"0\""},
        Mistake{"PAD input=4x4 paddings=1,1", "two paddings for each dim"}));

TEST(LayerShapeTest, AListNamesFileAndLine) {
  const std::string path = testing::TempDir() + "litevk_shapes.txt";
  std::ofstream(path) << "# a comment\n\n  RELU input=4\nRELU input=y\n";
  EXPECT_EQ(ReadShapeList(path).status().message(),
            "litevk_shapes.txt:4: input: expected dims such as 1x56x56x64, found \"y\"");
  std::filesystem::remove(path);
  EXPECT_THAT(ReadShapeList(path).status().message(), HasSubstr("cannot be opened"));
}

TEST(LayerModelTest, ConvolutionWithItsNameAndCost) {
  const OpModel model = ModelOf("CONV_2D input=1x56x56x64 filter=32x3x3x64 stride=2x2 activation=RELU");
  EXPECT_EQ(NameOf(model),
            "CONV_2D/Input[1x56x56x64]xFilter[3x3x64x32]/Stride[2x2]/Padding[SAME]/Activation[RELU]/"
            "Precision[f32]");
  ASSERT_EQ(model.partition.outputs.size(), 1U);
  EXPECT_EQ(model.graph.tensor(model.partition.outputs[0]).dims, ir::Shape({1, 28, 28, 32}));
  const OpCost cost = CostOf(model);
  EXPECT_EQ(cost.flops, 2.0 * 28 * 28 * 32 * 3 * 3 * 64);
  EXPECT_EQ(cost.bytes, 4.0 * (56 * 56 * 64 + 32 * 3 * 3 * 64 + 32 + 28 * 28 * 32));
}

TEST(LayerModelTest, HalfWeightsAreUnpackedBeforeTheFirstRun) {
  const OpModel model = ModelOf("FULLY_CONNECTED input=1x64 filter=10x64", ir::DataType::kFloat16);
  EXPECT_EQ(NameOf(model), "FULLY_CONNECTED/Input[1x64]xFilter[64x10]/Precision[f16]");
  EXPECT_EQ(model.graph.nodes.size(), 3U);
  EXPECT_EQ(model.partition.positions.size(), 1U);
}

TEST(LayerModelTest, OtherOperators) {
  EXPECT_EQ(NameOf(ModelOf("DEPTHWISE_CONV_2D input=1x8x8x4 filter=1x3x3x8 padding=VALID")),
            "DEPTHWISE_CONV_2D/Input[1x8x8x4]xFilter[3x3x4x2]/Stride[1x1]/Padding[VALID]/Precision[f32]");
  EXPECT_EQ(NameOf(ModelOf("MUL input=1x8x8x4 constant=1x1x1x4 activation=RELU")),
            "MUL/Input[1x8x8x4]xConstant[1x1x1x4]/Activation[RELU]/Precision[f32]");
  EXPECT_EQ(NameOf(ModelOf("CONCATENATION input=1x8x8x4,1x8x8x2 axes=3")),
            "CONCATENATION/Input[1x8x8x4]xInput[1x8x8x2]/Axis[3]/Precision[f32]");
  EXPECT_EQ(NameOf(ModelOf("MEAN input=1x8x8x4 axes=1,2")), "MEAN/Input[1x8x8x4]/Axes[1,2]/Precision[f32]");
  EXPECT_EQ(NameOf(ModelOf("AVERAGE_POOL_2D input=2x8x8x4 filter=2x3 stride=2x1")),
            "AVERAGE_POOL_2D/Input[2x8x8x4]/Window[2x3]/Stride[2x1]/Padding[SAME]/Precision[f32]");
  EXPECT_EQ(NameOf(ModelOf("PAD input=1x8 paddings=0,0,1,2")),
            "PAD/Input[1x8]/Paddings[0,0,1,2]/Precision[f32]");
  EXPECT_EQ(NameOf(ModelOf("CONV_2D input=1x8x8x4 filter=2x3x3x4 dilation=2x1")),
            "CONV_2D/Input[1x8x8x4]xFilter[3x3x4x2]/Stride[1x1]/Dilation[2x1]/Padding[SAME]/Precision[f32]");
}

TEST(LayerModelTest, ShapesThatDoNotFit) {
  const auto shape = ParseLayerShape("CONV_2D input=1x8x8x4 filter=2x3x3x5");
  ASSERT_TRUE(shape.ok());
  const auto model = MakeLayerModel(*shape, ir::DataType::kFloat32, gpu::DeviceLimits());
  EXPECT_THAT(model.status().message(), HasSubstr("CONV_2D does not run on the device: "));
}

TEST(ShapeListsTest, EveryLineMakesAModel) {
  int lists = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LITEVK_SOURCE_DIR "/bench/shapes")) {
    if (entry.path().extension() != ".txt") continue;
    const auto shapes = ReadShapeList(entry.path());
    ASSERT_TRUE(shapes.ok()) << shapes.status().message();
    EXPECT_FALSE(shapes->empty());
    ++lists;
    for (const LayerShape& shape : *shapes) {
      const auto model = MakeLayerModel(shape, ir::DataType::kFloat32, gpu::DeviceLimits());
      EXPECT_TRUE(model.ok()) << entry.path() << ": " << shape.op << ": " << model.status().message();
    }
  }
  EXPECT_GE(lists, 17);
}

TEST(ShapeListsTest, NamesAreUnique) {
  OpBenchArguments arguments;
  arguments.types = {"f32", "f16"};
  arguments.shapes = {LITEVK_SOURCE_DIR "/bench/shapes"};
  arguments.cases = "none";
  const auto items = CollectItems(arguments);
  ASSERT_TRUE(items.ok()) << items.status().message();
  std::map<std::string, std::string> sources;
  for (const Item& item : *items) {
    const auto model = item.make(gpu::DeviceLimits());
    ASSERT_TRUE(model.ok()) << model.status().message();
    const auto [found, is_new] = sources.emplace(NameOf(*model), item.source);
    EXPECT_TRUE(is_new) << found->first << ": " << found->second << " and " << item.source;
  }
}

}  // namespace
}  // namespace litevk::bench
