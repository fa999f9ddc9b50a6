// The fast kernels beside the plain loops of kernels_ref, in every instruction set of this processor. Values
// are small integers, so that sums are exact in any order.
#include "kernels_cpu/kernel_table.h"

#include <random>

#include "tests/kernels_cpu/conv_options.h"
#include "tests/kernels_cpu/fast_kernel_calls.h"

namespace litevk::cpu {
namespace {

using ref::Floats;
using ref::Node;

Floats SmallIntegers(const ir::Shape& dims, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> values(-4, 4);
  Floats result(static_cast<size_t>(dims.NumElements()));
  for (float& value : result) value = static_cast<float>(values(generator));
  return result;
}

std::optional<Floats> RunFast(int op_code, Node& node, Isa isa, int threads = 1) {
  return RunFastKernel(op_code, node, isa, threads, "float32");
}

struct Layer {
  int op_code;
  ir::Shape image;
  ir::Shape filter;
  int outputs;  // values of the bias; 0: none
  abi::TfLiteConvParams conv = Conv(1, 1, abi::kTfLitePaddingSame);
};

Node NodeOf(const Layer& layer, unsigned seed = 1) {
  Node node(layer.op_code);
  node.Input(layer.image, SmallIntegers(layer.image, seed))
      .Input(layer.filter, SmallIntegers(layer.filter, seed + 1));
  if (layer.outputs > 0) node.Input({layer.outputs}, SmallIntegers({layer.outputs}, seed + 2));
  SetLayerOptions(layer.op_code, layer.conv, node);
  return node;
}

std::vector<Layer> Layers() {
  std::vector<Layer> layers = {
      {abi::kTfLiteBuiltinConv2d, {1, 5, 7, 3}, {20, 1, 1, 3}, 20},
      {abi::kTfLiteBuiltinConv2d, {2, 9, 6, 5}, {33, 3, 3, 5}, 33},
      {abi::kTfLiteBuiltinConv2d, {1, 3, 2, 4}, {7, 5, 4, 4}, 0},
      {abi::kTfLiteBuiltinConv2d, {1, 6, 6, 8}, {6, 3, 2, 4}, 6},  // two groups
      {abi::kTfLiteBuiltinFullyConnected, {1, 13}, {70, 13}, 70},
      {abi::kTfLiteBuiltinFullyConnected, {23, 40}, {5, 40}, 0},
  };
  for (const int channels : {1, 3, 8, 37, 64}) {
    layers.push_back(
        {abi::kTfLiteBuiltinDepthwiseConv2d, {2, 6, 7, channels}, {1, 3, 3, channels}, channels});
  }
  // Several outputs of each input channel.
  for (const int outputs : {4, 10, 48}) {
    layers.push_back({abi::kTfLiteBuiltinDepthwiseConv2d, {2, 6, 7, 2}, {1, 3, 3, outputs}, outputs});
  }
  for (const auto padding : {abi::kTfLitePaddingSame, abi::kTfLitePaddingValid}) {
    for (const int op_code : {abi::kTfLiteBuiltinConv2d, abi::kTfLiteBuiltinDepthwiseConv2d}) {
      const bool is_depthwise = op_code == abi::kTfLiteBuiltinDepthwiseConv2d;
      const ir::Shape filter = is_depthwise ? ir::Shape{1, 3, 2, 6} : ir::Shape{18, 3, 2, 6};
      for (const int stride : {1, 2, 3}) {
        for (const int dilation : {1, 2}) {
          layers.push_back({op_code, {1, 11, 10, 6}, filter, 0, Conv(stride, dilation, padding)});
        }
      }
    }
  }
  layers.push_back({abi::kTfLiteBuiltinConv2d,
                    {1, 4, 4, 3},
                    {9, 2, 2, 3},
                    9,
                    Conv(1, 1, abi::kTfLitePaddingSame, abi::kTfLiteActRelu6)});
  layers.push_back({abi::kTfLiteBuiltinDepthwiseConv2d,
                    {1, 4, 4, 9},
                    {1, 2, 2, 9},
                    9,
                    Conv(1, 1, abi::kTfLitePaddingSame, abi::kTfLiteActReluN1To1)});
  return layers;
}

class FastKernelTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(FastKernelTest, ComputesTheValuesOfThePlainLoops) {
  for (const Layer& layer : Layers()) {
    SCOPED_TRACE("operator " + std::to_string(layer.op_code) + ", image " + layer.image.ToString() +
                 ", filter " + layer.filter.ToString());
    const auto fast = [&] {
      Node node = NodeOf(layer);
      return RunFast(layer.op_code, node, GetParam().isa);
    }();
    ASSERT_TRUE(fast.has_value());
    EXPECT_EQ(*fast, NodeOf(layer).Values());
  }
}

TEST_P(FastKernelTest, TransposesConvolutions) {
  for (const int stride : {1, 2, 3}) {
    const auto node = [&] {
      Node made(abi::kTfLiteBuiltinTransposeConv);
      made.Input({4}, std::vector<int>{2, 5 * stride, 4 * stride, 7})
          .Input({7, 3, 4, 6}, SmallIntegers({7, 3, 4, 6}, 1))
          .Input({2, 5, 4, 6}, SmallIntegers({2, 5, 4, 6}, 2))
          .Input({7}, SmallIntegers({7}, 3))
          .Options(abi::TfLiteTransposeConvParams{.padding = abi::kTfLitePaddingSame,
                                                  .stride_width = stride,
                                                  .stride_height = stride,
                                                  .activation = abi::kTfLiteActRelu});
      return made;
    };
    Node fast = node();
    Node plain = node();
    EXPECT_EQ(RunFast(abi::kTfLiteBuiltinTransposeConv, fast, GetParam().isa), plain.Values());
  }
}

TEST_P(FastKernelTest, GivesTheSameBitsForAnyCountOfThreads) {
  std::vector<Layer> layers = Layers();
  // Others are too small to be divided.
  layers.push_back({abi::kTfLiteBuiltinConv2d, {1, 32, 32, 32}, {64, 3, 3, 32}, 0});
  layers.push_back({abi::kTfLiteBuiltinDepthwiseConv2d, {1, 64, 64, 128}, {1, 3, 3, 128}, 0});
  for (const Layer& layer : layers) {
    Floats filter = SmallIntegers(layer.filter, 3);
    for (float& weight : filter) weight = weight / 3 + 0.01F;
    const auto run = [&](int threads) {
      Node node(layer.op_code);
      node.Input(layer.image, SmallIntegers(layer.image, 2)).Input(layer.filter, filter);
      SetLayerOptions(layer.op_code, layer.conv, node);
      return RunFast(layer.op_code, node, GetParam().isa, threads);
    };
    const auto alone = run(1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(run(threads), alone) << threads;
  }
}

TEST_P(FastKernelTest, LeavesToThePlainLoopsWhatItWouldComputeDifferently) {
  const Layer layer = Layers()[1];
  Floats infinite = SmallIntegers(layer.filter, 1);
  infinite.back() = std::numeric_limits<float>::infinity();
  Node of_infinity(layer.op_code);
  of_infinity.Input(layer.image, SmallIntegers(layer.image, 1))
      .Input(layer.filter, infinite)
      .Options(layer.conv);
  EXPECT_EQ(RunFast(layer.op_code, of_infinity, GetParam().isa), std::nullopt);
}

TEST_P(FastKernelTest, PassesNansAndClampsInfinitiesAsThePlainLoopsDo) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const auto activation : {abi::kTfLiteActNone, abi::kTfLiteActRelu6}) {
    const auto fill = [&](Node& node) {
      node.Input({1, 2}, Floats{std::nanf(""), kInfinity}).Input({3, 2}, Floats{1, 0, 0, 1, 0, -1});
      node.Options(abi::TfLiteFullyConnectedParams{.activation = activation});
    };
    Node node(abi::kTfLiteBuiltinFullyConnected);
    fill(node);
    const Floats fast = RunFast(abi::kTfLiteBuiltinFullyConnected, node, GetParam().isa).value();
    EXPECT_TRUE(std::isnan(fast[0]));
    Node plain_node(abi::kTfLiteBuiltinFullyConnected);
    fill(plain_node);
    const Floats plain = plain_node.Values();
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(std::isnan(fast[i]), std::isnan(plain[i])) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FastKernelTest, ::testing::ValuesIn(OwnIsas()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace litevk::cpu
