// The keys of packed weights, and of the constants of a layer's channels.
#include "tests/delegate/lower/constant_keys.h"

namespace litevk {
namespace {

class LayerKeysTest : public ConstantKeysTest {
 protected:
  ir::TensorId Filter(ir::Shape dims, int first = 3) {
    const auto count = static_cast<size_t>(dims.NumElements());
    return Scaled(build_.Int8s(std::move(dims), Bytes(count, first)), 0.5F);
  }

  // Adds a convolution to a 5x5 image, of bytes if the input image has bytes, else of floats.
  ir::TensorId Conv(ir::TensorId image, ir::TensorId filter, ir::TensorId bias = ir::kAbsent,
                    int activation = abi::kTfLiteActNone, float scale = 16) {
    const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 1, 1, activation, 1, 1};
    const int outputs = build_.graph().tensor(filter).dims[0];
    return Scaled(build_.Node(abi::kTfLiteBuiltinConv2d, {image, filter, bias}, {1, 5, 5, outputs},
                              ir::Params(&params, sizeof(params)), build_.graph().tensor(image).type),
                  scale, 3);
  }

  void MultiplyBy(ir::TensorId right, ir::Shape left, ir::Shape output, bool is_transposed) {
    const abi::TfLiteBatchMatMulParams params = {.adj_x = false, .adj_y = is_transposed};
    build_.Node(abi::kTfLiteBuiltinBatchMatmul, {build_.Runtime(std::move(left)), right}, std::move(output),
                ir::Params(&params, sizeof(params)));
  }

  void FullyConnect(ir::TensorId weights, ir::TensorId bias) {
    const abi::TfLiteFullyConnectedParams params = {};
    build_.Node(abi::kTfLiteBuiltinFullyConnected, {build_.Runtime({3, 8}), weights, bias}, {3, 4},
                ir::Params(&params, sizeof(params)));
  }
};

TEST_F(LayerKeysTest, TellGroupsOfOneFilterOfBytes) {
  const ir::TensorId filter = Filter({8, 3, 3, 4});
  Conv(Image({1, 5, 5, 4}), filter);
  Conv(Image({1, 5, 5, 8}), filter);
  CheckEveryConfig(build_);
}

TEST_F(LayerKeysTest, TellGroupsOfOneFilterOfBytesForFloats) {
  const ir::TensorId filter = Filter({14, 3, 3, 4});
  Conv(build_.Runtime({1, 5, 5, 4}), filter);
  Conv(build_.Runtime({1, 5, 5, 8}), filter);
  CheckEveryConfig(build_);
}

// Groups have so many outputs that tiles compute them, and no whole blocks.
TEST_F(LayerKeysTest, TellGroupsOfOneBias) {
  const ir::TensorId filter = build_.Floats({124, 3, 3, 4}, Values(size_t{124} * 36));
  const ir::TensorId bias = build_.Floats({124}, Values(124));
  Conv(build_.Runtime({1, 5, 5, 4}), filter, bias);
  Conv(build_.Runtime({1, 5, 5, 8}), filter, bias);
  CheckEveryConfig(build_);
}

// One output belongs to different groups in plans for different images.
TEST_F(LayerKeysTest, TellPlansOfOtherGroups) {
  for (const int channels : {4, 8}) {
    build_ = GraphBuilder();
    Conv(Image({1, 5, 5, channels}), Filter({14, 1, 1, 4}));
    Check(build_);
  }
}

TEST_F(LayerKeysTest, TellScalesOfOutputs) {
  const ir::TensorId image = Image({1, 5, 5, 4});
  const ir::TensorId filter = Filter({8, 1, 1, 4});
  Conv(image, filter);
  Conv(image, filter, ir::kAbsent, abi::kTfLiteActNone, 32);
  Check(build_);
}

TEST_F(LayerKeysTest, TellWhatFoldsTheOffset) {
  Conv(Image({1, 5, 5, 4}), Filter({8, 1, 1, 4}), ir::kAbsent, abi::kTfLiteActRelu);
  CheckEveryConfig(build_);
}

TEST_F(LayerKeysTest, TellWhatSumsBeginWith) {
  const abi::TfLiteDepthwiseConvParams params = {.padding = abi::kTfLitePaddingSame,
                                                 .stride_width = 1,
                                                 .stride_height = 1,
                                                 .depth_multiplier = 1,
                                                 .activation = abi::kTfLiteActNone,
                                                 .dilation_width_factor = 1,
                                                 .dilation_height_factor = 1};
  Scaled(build_.Node(abi::kTfLiteBuiltinDepthwiseConv2d,
                     {Image({1, 5, 5, 8}), Filter({1, 3, 3, 8}), ir::kAbsent}, {1, 5, 5, 8},
                     ir::Params(&params, sizeof(params)), ir::DataType::kInt8),
         16, 3);
  CheckEveryConfig(build_);
}

TEST_F(LayerKeysTest, TellFiltersAndBiasesOfFloats) {
  const ir::TensorId image = build_.Runtime({1, 5, 5, 4});
  const ir::TensorId bias = build_.Floats({8}, Values(8));
  const ir::TensorId filter = Filter({8, 1, 1, 4});
  Conv(image, filter, bias);
  Conv(image, filter, build_.Floats({8}, Values(8, 5)));
  Conv(image, Filter({8, 1, 1, 4}, 11), bias);
  Check(build_);
}

TEST_F(LayerKeysTest, TellTransposedMatrices) {
  const ir::TensorId floats = build_.Floats({8, 8}, Values(64));
  const ir::TensorId bytes = Filter({8, 8});
  for (const bool is_transposed : {false, true}) {
    MultiplyBy(floats, {3, 8}, {3, 8}, is_transposed);
    MultiplyBy(bytes, {3, 8}, {3, 8}, is_transposed);
  }
  CheckEveryConfig(build_);
}

TEST_F(LayerKeysTest, TellOutputsOfAMatrix) {
  const ir::TensorId matrix = Filter({3, 4});
  MultiplyBy(matrix, {5, 3}, {5, 4}, false);
  MultiplyBy(matrix, {5, 4}, {5, 3}, true);
  Check(build_);
}

TEST_F(LayerKeysTest, TellWeightsAndBiasesOfMatmuls) {
  const ir::TensorId weights = Filter({4, 8});
  const ir::TensorId bias = build_.Floats({4}, Values(4));
  FullyConnect(weights, bias);
  FullyConnect(weights, build_.Floats({4}, Values(4, 5)));
  FullyConnect(Scaled(Filter({4, 8}, 11), 0.125F), bias);
  Check(build_);
}

}  // namespace
}  // namespace litevk
