// Dequantization of hybrid layers' weights.
#include "runtime/values/dequantized_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/values/fold.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using testing::ElementsAre;

class DequantizedWeightsTest : public testing::Test {
 protected:
  // Adds stored weights of two channels along axis 0.
  ir::TensorId Weights(ir::DataType type, std::span<const int8_t> bytes) {
    const ir::TensorId id = model_.Input({2, 2});
    ir::Tensor& tensor = model_.tensor(id);
    tensor.type = type;
    tensor.constness = ir::Constness::kStored;
    tensor.data = std::as_bytes(bytes);
    tensor.quantization = {.scales = {0.5F, 2.0F}, .zero_points = {0, 0}, .channel_axis = 0};
    return id;
  }
  ir::TensorId Layer(ir::TensorId weights) {
    return model_.Node(abi::kTfLiteBuiltinFullyConnected, {model_.Input({1, 2}), weights}, {1, 2},
                       abi::TfLiteFullyConnectedParams{});
  }

  static constexpr std::array<int8_t, 4> kIntegers = {1, -3, 5, -128};
  test::ModelBuilder model_;
};

TEST_F(DequantizedWeightsTest, EachChannelHasItsScale) {
  const ir::TensorId weights = Weights(ir::DataType::kInt8, kIntegers);
  Layer(weights);
  DequantizeWeights(model_.graph());
  EXPECT_EQ(model_.tensor(weights).type, ir::DataType::kFloat32);
  const auto value = EvaluateKnown(model_.graph(), weights);
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_THAT(value->As<float>(), ElementsAre(0.5F, -1.5F, 10.0F, -256.0F));
}

TEST_F(DequantizedWeightsTest, PackedIntegersAreUnpacked) {
  static constexpr std::array<int8_t, 2> kPacked = {static_cast<int8_t>(0xF1), static_cast<int8_t>(0x87)};
  const ir::TensorId weights = Weights(ir::DataType::kInt4, kPacked);
  Layer(weights);
  DequantizeWeights(model_.graph());
  const auto value = EvaluateKnown(model_.graph(), weights);
  ASSERT_TRUE(value.ok()) << value.status().message();
  EXPECT_THAT(value->As<float>(), ElementsAre(0.5F, -0.5F, 14.0F, -16.0F));
}

TEST_F(DequantizedWeightsTest, WhatAnotherNodeReadsStaysAsItIs) {
  const ir::TensorId weights = Weights(ir::DataType::kInt8, kIntegers);
  Layer(weights);
  model_.Node(abi::kTfLiteBuiltinReshape, {weights, model_.Ints({4})}, {4}, abi::TfLiteReshapeParams{});
  DequantizeWeights(model_.graph());
  EXPECT_EQ(model_.tensor(weights).type, ir::DataType::kInt8);
}

TEST_F(DequantizedWeightsTest, WeightsWithScalesOfBlocksStayAsTheyAre) {
  const ir::TensorId weights = Weights(ir::DataType::kInt4, kIntegers);
  model_.tensor(weights).quantization = {.scales = {0.5F, 2.0F}, .block_size = 2};
  Layer(weights);
  DequantizeWeights(model_.graph());
  EXPECT_EQ(model_.tensor(weights).type, ir::DataType::kInt4);
}

}  // namespace
}  // namespace litevk
