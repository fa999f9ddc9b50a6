// Layers of quantized values in every instruction set of this processor: the bits of the plain loops.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/kernels_cpu/conv_options.h"
#include "tests/kernels_cpu/own_isas.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

using enum ir::DataType;

struct Types {
  QuantizedType input;
  QuantizedType weights;
  QuantizedType bias;  // without a scale of its own
  QuantizedType output;
};

const Types kTypesOfInt8 = {{kInt8, 0.05F, -7}, {kInt8, 0.02F}, {kInt32, 0.001F}, {kInt8, 0.3F, 11}};
const Types kLowestInt8 = {{kInt8, 0.05F, -128}, {kInt8, 0.02F}, {kInt32, 0.001F}, {kInt8, 0.9F, -128}};
const Types kTypesOfUint8 = {
    {kUInt8, 0.05F, 131}, {kUInt8, 0.02F, 126}, {kInt32, 0.001F}, {kUInt8, 0.3F, 120}};
const Types kFarUint8 = {{kUInt8, 0.05F, 255}, {kUInt8, 0.02F, 3}, {kInt32, 0.001F}, {kUInt8, 4.0F, 9}};
const Types kTypesOfInt16 = {{kInt16, 0.001F}, {kInt8, 0.02F}, {kInt64, 0.00002F}, {kInt16, 0.01F}};
const Types kGrowing = {{kInt8, 8.0F, 3}, {kInt8, 2.0F}, {kInt32, 16.0F}, {kInt8, 0.3F, 11}};

struct Layer {
  int op_code;
  ir::Shape image;
  ir::Shape filter;
  abi::TfLiteConvParams conv = Conv(1, 1, abi::kTfLitePaddingSame);

  bool is_depthwise() const { return op_code == abi::kTfLiteBuiltinDepthwiseConv2d; }
  int outputs() const { return is_depthwise() ? filter[3] : filter[0]; }
};

QuantizedNode NodeOf(const Layer& layer, const Types& types, bool per_channel = false) {
  QuantizedNode node(layer.op_code, types.output);
  node.Input(types.input, layer.image, 1).Input(types.weights, layer.filter, 2);
  if (per_channel) {
    std::vector<float> scales;
    for (int i = 0; i < layer.outputs(); ++i) scales.push_back(0.001F * static_cast<float>(i % 40 + 1));
    node.ScalesAlong(layer.is_depthwise() ? 3 : 0, scales);
  }
  std::vector<int32_t> bias;
  for (int i = 0; i < layer.outputs(); ++i) bias.push_back(i * 977 % 4001 - 2000);
  if (types.bias.type == kInt64) {
    node.Values(types.bias, {layer.outputs()}, std::vector<int64_t>(bias.begin(), bias.end()));
  } else {
    node.Values(types.bias, {layer.outputs()}, bias);
  }
  SetLayerOptions(layer.op_code, layer.conv, node);
  return node;
}

std::vector<Layer> Layers() {
  std::vector<Layer> layers = {
      {abi::kTfLiteBuiltinConv2d, {1, 5, 7, 3}, {20, 1, 1, 3}},
      {abi::kTfLiteBuiltinConv2d, {2, 9, 6, 5}, {33, 3, 3, 5}},
      {abi::kTfLiteBuiltinConv2d, {1, 3, 2, 4}, {7, 5, 4, 4}},
      {abi::kTfLiteBuiltinConv2d, {1, 6, 6, 8}, {6, 3, 2, 4}},  // two groups
      {abi::kTfLiteBuiltinConv2d, {1, 6, 6, 9}, {6, 3, 2, 3}},  // three, whose taps fill no words
      {abi::kTfLiteBuiltinConv2d, {2, 1, 9, 6}, {4, 1, 3, 3}},
      {abi::kTfLiteBuiltinConv2d, {1, 9, 9, 8}, {5, 3, 3, 8}, Conv(1, 2, abi::kTfLitePaddingSame)},
      {abi::kTfLiteBuiltinConv2d, {1, 4, 5, 100}, {7, 2, 3, 100}},
      {abi::kTfLiteBuiltinConv2d, {1, 7, 8, 5}, {9, 1, 1, 5}, Conv(3, 1, abi::kTfLitePaddingValid)},
      {abi::kTfLiteBuiltinConv2d, {1, 24, 24, 32}, {40, 3, 3, 32}},
      {abi::kTfLiteBuiltinFullyConnected, {1, 13}, {70, 13}},
      {abi::kTfLiteBuiltinFullyConnected, {23, 600}, {5, 600}},
  };
  for (const int multiplier : {2, 8, 21}) {
    layers.push_back({abi::kTfLiteBuiltinDepthwiseConv2d, {2, 6, 7, 3}, {1, 3, 3, 3 * multiplier}});
  }
  for (const int channels : {1, 3, 8, 37, 64, 100}) {
    layers.push_back({abi::kTfLiteBuiltinDepthwiseConv2d, {2, 6, 7, channels}, {1, 3, 3, channels}});
  }
  for (const auto padding : {abi::kTfLitePaddingSame, abi::kTfLitePaddingValid}) {
    for (const int stride : {1, 2}) {
      for (const int dilation : {1, 2}) {
        const auto conv = Conv(stride, dilation, padding, abi::kTfLiteActRelu6);
        layers.push_back({abi::kTfLiteBuiltinConv2d, {1, 11, 10, 6}, {18, 3, 2, 6}, conv});
        layers.push_back({abi::kTfLiteBuiltinDepthwiseConv2d, {1, 11, 10, 6}, {1, 3, 2, 6}, conv});
      }
    }
  }
  return layers;
}

class QuantizedLayerTest : public ::testing::TestWithParam<IsaRow> {
 protected:
  static void ExpectSame(const Layer& layer, const Types& types, bool per_channel = false) {
    SCOPED_TRACE("operator " + std::to_string(layer.op_code) + ", image " + layer.image.ToString() +
                 ", filter " + layer.filter.ToString() + ", input " +
                 std::string(ir::Name(types.input.type)));
    NodeOf(layer, types, per_channel).ExpectSame(GetParam().isa);
  }
};

TEST_P(QuantizedLayerTest, ComputesInt8) {
  for (const Layer& layer : Layers()) {
    ExpectSame(layer, kTypesOfInt8);
    ExpectSame(layer, kTypesOfInt8, /*per_channel=*/true);
    ExpectSame(layer, kLowestInt8);
    ExpectSame(layer, kGrowing);
  }
}

TEST_P(QuantizedLayerTest, ComputesUint8) {
  for (const Layer& layer : Layers()) {
    ExpectSame(layer, kTypesOfUint8);
    ExpectSame(layer, kFarUint8);
  }
}

TEST_P(QuantizedLayerTest, ComputesInt16WithSumsOf64Bits) {
  for (const Layer& layer : Layers()) ExpectSame(layer, kTypesOfInt16);
}

TEST_P(QuantizedLayerTest, ComputesInt16WithSumsOf32Bits) {
  Types narrow = kTypesOfInt16;
  narrow.bias = {kInt32, 0.00002F};
  Layer layer = Layers()[1];
  layer.conv.quantized_bias_type = abi::kTfLiteInt32;
  ExpectSame(layer, narrow);
}

TEST_P(QuantizedLayerTest, ComputesWeightsWithAZeroPoint) {
  Types types = kTypesOfInt8;
  types.weights.zero_point = 100;
  ExpectSame({abi::kTfLiteBuiltinFullyConnected, {3, 70}, {21, 70}}, types);
  types = kTypesOfUint8;
  types.output = {kInt16, 0.01F};
  ExpectSame({abi::kTfLiteBuiltinFullyConnected, {3, 70}, {21, 70}}, types);
}

TEST_P(QuantizedLayerTest, MultipliesBatchesOfMatrices) {
  for (const bool is_transposed : {false, true}) {
    for (const int zero_point : {0, 5, -100}) {
      QuantizedNode node(abi::kTfLiteBuiltinBatchMatmul, {kInt8, 0.3F, 4});
      node.Input({kInt8, 0.05F, -3}, {2, 3, 5, 11}, 1)
          .Input({kInt8, 0.02F, zero_point},
                 is_transposed ? ir::Shape{1, 3, 40, 11} : ir::Shape{1, 3, 11, 40}, 2)
          .Options(abi::TfLiteBatchMatMulParams{.adj_y = is_transposed});
      node.ExpectSame(GetParam().isa);
    }
  }
}

TEST_P(QuantizedLayerTest, TransposesConvolutions) {
  for (const Types& types : {kTypesOfInt8, kTypesOfUint8}) {
    for (const auto padding : {abi::kTfLitePaddingSame, abi::kTfLitePaddingValid}) {
      for (const int stride : {1, 2, 3}) {
        const int side = padding == abi::kTfLitePaddingSame ? 5 * stride : 4 * stride + 4;
        QuantizedNode node(abi::kTfLiteBuiltinTransposeConv, types.output);
        node.Values({kInt32}, {4}, std::vector<int32_t>{2, side, side, 7})
            .Input(types.weights, {7, 4, 4, 6}, 2)
            .Input(types.input, {2, 5, 5, 6}, 1)
            .Values(types.bias, {7}, std::vector<int32_t>{1, -20, 300, 4000, -500, 60, 7})
            .Options(abi::TfLiteTransposeConvParams{
                .padding = padding, .stride_width = stride, .stride_height = stride});
        node.ExpectSame(GetParam().isa);
      }
    }
  }
}

std::vector<float> Floats(const ir::Shape& dims) {
  std::mt19937 generator(7);
  std::normal_distribution<float> normal(0.3F, 2.0F);
  std::vector<float> values(static_cast<size_t>(dims.NumElements()));
  std::ranges::generate(values, [&] { return normal(generator); });
  return values;
}

TEST_P(QuantizedLayerTest, QuantizesTheInputsOfFloatLayers) {
  for (const Layer& layer : Layers()) {
    if (layer.is_depthwise()) continue;
    for (const bool per_channel : {false, true}) {
      SCOPED_TRACE("image " + layer.image.ToString() + ", filter " + layer.filter.ToString());
      QuantizedNode node(layer.op_code, {kFloat32});
      node.Values({kFloat32}, layer.image, Floats(layer.image)).Input({kInt8, 0.02F}, layer.filter, 2);
      if (per_channel) {
        std::vector<float> scales;
        for (int i = 0; i < layer.outputs(); ++i) scales.push_back(0.001F * static_cast<float>(i + 1));
        node.ScalesAlong(0, scales);
      }
      node.Values({kFloat32}, {layer.outputs()}, Floats({layer.outputs()}));
      SetLayerOptions(layer.op_code, layer.conv, node);
      node.ExpectSame(GetParam().isa);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, QuantizedLayerTest, testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
