// Every algorithm for an int8 layer gives the same values as kernels_ref, whatever features the device has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/ops/layer_shape.h"
#include "bench/ops/op_program.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/vk/acquire_device.h"
#include "tools/run/random_values.h"

namespace litevk::bench {
namespace {

using testing::Contains;
using testing::Each;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::shared_ptr<const vk::Device> DeviceWithout(const std::vector<vk::Feature>& features) {
  vk::DeviceRequest request;
  request.allow_cpu_device = true;
  for (const vk::Feature feature : features) request.disabled_features.Add(feature);
  auto device = vk::AcquireDevice(request);
  EXPECT_TRUE(device.ok()) << device.status().message();
  return device.ok() ? *device : nullptr;
}

OpModel Int8Layer(std::string_view line, const gpu::DeviceLimits& limits) {
  const auto shape = ParseLayerShape(line);
  EXPECT_TRUE(shape.ok()) << shape.status().message();
  auto model = MakeLayerModel(*shape, ir::DataType::kInt8, limits);
  EXPECT_TRUE(model.ok()) << model.status().message();
  return std::move(*model);
}

// Appends an int8 node with the dims and scale of its first input, and returns its output.
ir::TensorId AppendNode(ir::Graph& graph, int op_code, std::vector<ir::TensorId> inputs,
                        ir::Params params = {}) {
  const ir::Tensor result = graph.tensor(inputs.front());
  graph.tensors.push_back({.type = result.type, .dims = result.dims, .quantization = result.quantization});
  const auto output = static_cast<ir::TensorId>(graph.tensors.size()) - 1;
  graph.nodes.push_back({.index = static_cast<int>(graph.nodes.size()),
                         .op_code = op_code,
                         .inputs = std::move(inputs),
                         .outputs = {output},
                         .params = params});
  return output;
}

// Adds an input like the layer's result, and returns it.
ir::TensorId AddOther(OpModel& model, uint64_t seed) {
  const ir::Tensor result = model.graph.tensor(model.partition.outputs.at(0));
  model.graph.tensors.push_back(
      {.type = result.type, .dims = result.dims, .quantization = result.quantization});
  model.inputs.push_back(*tools::RandomValues(result.type, result.dims, seed));
  return static_cast<ir::TensorId>(model.graph.tensors.size()) - 1;
}

// Returns the layer followed by a sum and two lookup tables, which become steps of its dispatch.
OpModel WithSteps(OpModel model, const gpu::DeviceLimits& limits) {
  const ir::TensorId layer = model.partition.outputs.at(0);
  const ir::TensorId other = AddOther(model, /*seed=*/99);
  const abi::TfLiteAddParams params = {.activation = abi::kTfLiteActRelu, .pot_scale_int16 = false};
  const ir::TensorId sum =
      AppendNode(model.graph, abi::kTfLiteBuiltinAdd, {layer, other}, ir::Params(&params, sizeof(params)));
  const ir::TensorId slope = AppendNode(model.graph, abi::kTfLiteBuiltinHardSwish, {sum});
  const ir::TensorId last = AppendNode(model.graph, abi::kTfLiteBuiltinRelu, {slope});
  model.partition = {};
  const Status judged = JudgeModel(model, {last}, limits);
  EXPECT_TRUE(judged.ok()) << judged.message();
  return model;
}

// Returns the layer followed by a product with another tensor and a conversion to floats.
OpModel WithMatmulInFloats(OpModel model, const gpu::DeviceLimits& limits) {
  const ir::TensorId layer = model.partition.outputs.at(0);
  const ir::TensorId other = AddOther(model, /*seed=*/98);
  const abi::TfLiteArithmeticParams params = {.activation = abi::kTfLiteActRelu};
  const ir::TensorId matmul =
      AppendNode(model.graph, abi::kTfLiteBuiltinMul, {other, layer}, ir::Params(&params, sizeof(params)));
  const ir::TensorId floats = AppendNode(model.graph, abi::kTfLiteBuiltinDequantize, {matmul});
  model.graph.tensor(floats) = {.type = ir::DataType::kFloat32, .dims = model.graph.tensor(layer).dims};
  model.partition = {};
  model.tolerance = {.atol = 0, .rtol = 0};
  const Status judged = JudgeModel(model, {floats}, limits);
  EXPECT_TRUE(judged.ok()) << judged.message();
  return model;
}

// Checks the model again after the types of its layer changed, and creates its inputs.
OpModel Judged(OpModel model, const gpu::DeviceLimits& limits) {
  const ir::TensorId output = model.graph.nodes.back().outputs.at(0);
  model.partition = {};
  const Status judged = JudgeModel(model, {output}, limits);
  EXPECT_TRUE(judged.ok()) << judged.message();
  model.inputs.clear();
  for (const ir::TensorId id : model.partition.inputs) {
    model.inputs.push_back(
        *tools::RandomValues(model.graph.tensor(id).type, model.graph.tensor(id).dims, /*seed=*/97));
  }
  return model;
}

// Returns the layer with a bias of zeros and another type than int8. For uint8 the weights change too.
OpModel InType(OpModel model, ir::DataType type, const gpu::DeviceLimits& limits) {
  static constexpr std::array<int64_t, 300> kZeros = {};
  for (ir::Tensor& tensor : model.graph.tensors) {
    if (tensor.type != ir::DataType::kInt8 || (tensor.is_known() && type == ir::DataType::kInt16)) continue;
    tensor.type = type;
    tensor.quantization.scales.resize(1);
    tensor.quantization.zero_points = {type == ir::DataType::kUInt8 ? 119 : 0};
  }
  const std::vector<ir::TensorId>& inputs = model.graph.nodes.back().inputs;
  const auto scale = [&](size_t input) { return model.graph.tensor(inputs[input]).quantization.scales[0]; };
  const float product = scale(0) * scale(1);
  ir::Tensor& bias = model.graph.tensor(inputs[2]);
  bias.type = type == ir::DataType::kUInt8 ? ir::DataType::kInt32 : ir::DataType::kInt64;
  bias.quantization = {.scales = {product}, .zero_points = {0}};
  bias.data = std::as_bytes(std::span(kZeros)).first(static_cast<size_t>(bias.ByteCount()));
  return Judged(std::move(model), limits);
}

// Returns a transposed convolution with the layer's filter.
OpModel Transposed(OpModel model, const gpu::DeviceLimits& limits) {
  static constexpr std::array<int32_t, 4> kDims = {1, 8, 11, 12};
  static constexpr abi::TfLiteTransposeConvParams kParams = {.padding = abi::kTfLitePaddingSame,
                                                             .stride_width = 2,
                                                             .stride_height = 2,
                                                             .activation = abi::kTfLiteActRelu};
  ir::Tensor& dims = model.graph.tensors.emplace_back();
  dims = {.type = ir::DataType::kInt32, .dims = {4}, .constness = ir::Constness::kStored};
  dims.data = std::as_bytes(std::span(kDims));
  ir::Node& node = model.graph.nodes.back();
  node.op_code = abi::kTfLiteBuiltinTransposeConv;
  node.inputs = {static_cast<int>(model.graph.tensors.size()) - 1, node.inputs[1], node.inputs[0]};
  node.params = ir::Params(&kParams, sizeof(kParams));
  return Judged(std::move(model), limits);
}

// Returns a matrix multiplication of the layer's rows and its filter, both computed. `adj_y` transposes the
// filter.
OpModel Multiplied(OpModel model, bool adj_y, const gpu::DeviceLimits& limits) {
  static constexpr std::array<abi::TfLiteBatchMatMulParams, 2> kParams = {{{}, {.adj_y = true}}};
  ir::Node& node = model.graph.nodes.back();
  node.op_code = abi::kTfLiteBuiltinBatchMatmul;
  node.inputs.resize(2);
  node.params = ir::Params(&kParams[adj_y ? 1 : 0], sizeof(kParams[0]));
  ir::Tensor& right = model.graph.tensor(node.inputs[1]);
  const ir::Shape dims = right.dims;
  right = {.type = ir::DataType::kInt8,
           .dims = adj_y ? dims : ir::Shape{dims[1], dims[0]},
           .quantization = {.scales = {right.quantization.scales[0]}, .zero_points = {-9}}};
  return Judged(std::move(model), limits);
}

ChoicePoint ChoiceOf(const OpModel& model, const gpu::DeviceLimits& limits) {
  const Partition& partition = model.partition;
  return Lower({model.graph, model.kernels, limits}, partition.positions, partition.inputs, partition.outputs,
               {})
      .choice_points.at(0);
}

void ExpectEqualIntegers(const OpModel& model, const std::shared_ptr<const vk::Device>& device) {
  const ChoicePoint point = ChoiceOf(model, device->limits());
  for (const std::string& name : point.alternatives) {
    const Choices choices = {{point.key, name}};
    auto program = OpProgram::Build(model, device, {.choices = &choices});
    ASSERT_TRUE(program.ok()) << name << ": " << program.status().message();
    const Status same = (*program)->Check();
    EXPECT_TRUE(same.ok()) << point.key << ", " << name << ": " << same.message();
  }
}

// Covers odd images, channels and groups, sums of more products than a float holds, and a filter beyond the
// image.
constexpr std::string_view kLayers[] = {"CONV_2D input=2x7x5x12 filter=36x3x3x12 stride=2x2",
                                        "CONV_2D input=1x5x3x7 filter=9x2x3x7 dilation=2x1",
                                        "CONV_2D input=1x3x5x130 filter=16x3x3x130",
                                        "CONV_2D input=2x7x5x48 filter=48x3x3x48",
                                        "CONV_2D input=1x3x8x272 filter=16x3x3x272 padding=VALID",
                                        "CONV_2D input=1x1x3x1100 filter=5x1x1x1100 padding=VALID",
                                        "CONV_2D input=1x5x4x24 filter=72x3x3x8",
                                        "FULLY_CONNECTED input=35x70 filter=37x70",
                                        "FULLY_CONNECTED input=1x1032 filter=300x1032",
                                        "FULLY_CONNECTED input=6x515 filter=8x515 activation=RELU",
                                        "DEPTHWISE_CONV_2D input=1x5x7x36 filter=1x3x3x36",
                                        "DEPTHWISE_CONV_2D input=2x9x6x64 filter=1x5x5x64 stride=2x2",
                                        "DEPTHWISE_CONV_2D input=1x3x5x6 filter=1x3x3x12 dilation=2x2"};

class Int8Algorithms : public testing::TestWithParam<std::string_view> {};

TEST_P(Int8Algorithms, GiveEqualIntegers) {
  const auto device = DeviceWithout({});
  ExpectEqualIntegers(Int8Layer(GetParam(), device->limits()), device);
}

TEST_P(Int8Algorithms, GiveEqualIntegersFromStorageBuffers) {
  const auto device = DeviceWithout({vk::Feature::kTexelBuffers, vk::Feature::kDotProduct});
  ExpectEqualIntegers(Int8Layer(GetParam(), device->limits()), device);
}

// Convolutions of both kinds and fully connected layers whose words are stored in fours or one by one.
constexpr std::string_view kLayersWithSteps[] = {
    "CONV_2D input=1x5x3x12 filter=32x1x1x12", "CONV_2D input=1x7x6x16 filter=16x3x3x16",
    "DEPTHWISE_CONV_2D input=1x5x7x32 filter=1x3x3x32", "FULLY_CONNECTED input=35x70 filter=36x70",
    "FULLY_CONNECTED input=1x1032 filter=300x1032"};

class Int8AlgorithmsWithSteps : public testing::TestWithParam<std::string_view> {};

// Compares the algorithms for a layer followed by the nodes that `follow` adds. `fused` names the number of
// steps.
void ExpectEqualWithSteps(OpModel (*follow)(OpModel, const gpu::DeviceLimits&), const char* fused) {
  for (const auto& device :
       {DeviceWithout({}), DeviceWithout({vk::Feature::kTexelBuffers, vk::Feature::kDotProduct})}) {
    const gpu::DeviceLimits& limits = device->limits();
    OpModel model = follow(Int8Layer(Int8AlgorithmsWithSteps::GetParam(), limits), limits);
    EXPECT_THAT(ChoiceOf(model, limits).key, HasSubstr(fused));
    ExpectEqualIntegers(model, device);
  }
}

TEST_P(Int8AlgorithmsWithSteps, GiveEqualIntegers) { ExpectEqualWithSteps(WithSteps, "3 fused"); }

TEST_P(Int8AlgorithmsWithSteps, GiveEqualFloats) { ExpectEqualWithSteps(WithMatmulInFloats, "2 fused"); }

INSTANTIATE_TEST_SUITE_P(Layers, Int8AlgorithmsWithSteps, testing::ValuesIn(kLayersWithSteps));

// Layers of other types; some have only one algorithm.
constexpr std::string_view kLayersOfTypes[] = {
    "CONV_2D input=2x7x5x12 filter=36x3x3x12 stride=2x2", "CONV_2D input=1x5x4x24 filter=72x3x3x8",
    "DEPTHWISE_CONV_2D input=1x5x7x36 filter=1x3x3x36", "FULLY_CONNECTED input=35x70 filter=36x70",
    "FULLY_CONNECTED input=1x1032 filter=300x1032"};

class AlgorithmsOfTypes : public testing::TestWithParam<std::string_view> {};

TEST_P(AlgorithmsOfTypes, GiveEqualIntegers) {
  for (const auto& device : {DeviceWithout({}), DeviceWithout({vk::Feature::kTexelBuffers})}) {
    const gpu::DeviceLimits& limits = device->limits();
    for (const ir::DataType type : {ir::DataType::kUInt8, ir::DataType::kInt16}) {
      const OpModel model = InType(Int8Layer(GetParam(), limits), type, limits);
      EXPECT_THAT(ChoiceOf(model, limits).alternatives, Not(IsEmpty()));
      ExpectEqualIntegers(model, device);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, AlgorithmsOfTypes, testing::ValuesIn(kLayersOfTypes));

TEST(AlgorithmsOfTransposedConvolutions, GiveEqualIntegers) {
  const auto device = DeviceWithout({});
  const OpModel layer = Int8Layer("CONV_2D input=1x4x6x20 filter=12x3x3x20", device->limits());
  const OpModel model = Transposed(layer, device->limits());
  EXPECT_THAT(ChoiceOf(model, device->limits()).alternatives, SizeIs(Ge(4U)));
  ExpectEqualIntegers(model, device);
}

TEST(AlgorithmsOfMatmuls, GiveEqualIntegers) {
  for (const auto& device : {DeviceWithout({}), DeviceWithout({vk::Feature::kTexelBuffers})}) {
    const gpu::DeviceLimits& limits = device->limits();
    for (const std::string_view line :
         {"FULLY_CONNECTED input=35x70 filter=36x70", "FULLY_CONNECTED input=19x64 filter=64x64",
          "FULLY_CONNECTED input=33x1033 filter=40x1033", "FULLY_CONNECTED input=9x3 filter=12x3"}) {
      for (const bool adj_y : {false, true}) {
        const OpModel model = Multiplied(Int8Layer(line, limits), adj_y, limits);
        EXPECT_THAT(ChoiceOf(model, limits).alternatives, Contains(HasSubstr("dot products")));
        ExpectEqualIntegers(model, device);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, Int8Algorithms, testing::ValuesIn(kLayers));

TEST(Int8DotProducts, AreAnAlgorithmWhereTheDeviceHasThem) {
  const auto device = DeviceWithout({});
  ASSERT_TRUE(device->features().has(vk::Feature::kDotProduct)) << "the driver of the tests has them";
  gpu::DeviceLimits limits = device->limits();
  const OpModel model = Int8Layer(kLayers[0], limits);
  EXPECT_THAT(ChoiceOf(model, limits).alternatives, Contains(HasSubstr("dot products")));
  limits.dot_product = gpu::PackedDotProduct::kAccelerated;
  EXPECT_THAT(ChoiceOf(model, limits).alternatives.front(), HasSubstr("dot products"));
  limits = DeviceWithout({vk::Feature::kDotProduct})->limits();
  EXPECT_THAT(ChoiceOf(model, limits).alternatives, Each(Not(HasSubstr("dot products"))));
}

}  // namespace
}  // namespace litevk::bench
