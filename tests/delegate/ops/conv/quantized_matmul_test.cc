// The dispatches of a BATCH_MATMUL of int8.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using testing::ElementsAre;

const ir::Quantization kScaled = {.scales = {0.5F}, .zero_points = {3}};

class QuantizedMatmulTest : public ::testing::Test {
 protected:
  ir::TensorId Input(ir::Shape dims) {
    const ir::TensorId id = build_.Runtime(std::move(dims), ir::DataType::kInt8);
    build_.Quantize(id, kScaled);
    inputs_.push_back(id);
    return id;
  }

  ir::TensorId Node(int op_code, std::vector<ir::TensorId> inputs, ir::Shape dims, ir::Params params) {
    const ir::TensorId id =
        build_.Node(op_code, std::move(inputs), std::move(dims), params, ir::DataType::kInt8);
    build_.Quantize(id, kScaled);
    return id;
  }

  ir::TensorId Product(ir::Shape left, ir::Shape right, ir::Shape output, bool left_is_transposed = false) {
    abi::TfLiteBatchMatMulParams params = {};
    params.adj_x = left_is_transposed;
    return Node(abi::kTfLiteBuiltinBatchMatmul, {Input(std::move(left)), Input(std::move(right))},
                std::move(output), ir::Params(&params, sizeof(params)));
  }

  ir::TensorId Combine(int op_code, ir::TensorId left, ir::TensorId right, ir::Shape dims) {
    const abi::TfLiteAddParams params = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};
    return Node(op_code, {left, right}, std::move(dims), ir::Params(&params, sizeof(params)));
  }

  ir::TensorId Integer(int8_t value) {
    const ir::TensorId id = build_.Int8s({1}, {value});
    build_.Quantize(id, kScaled);
    return id;
  }

  // Returns the names for the graph that is built so far, and begins another one.
  std::vector<std::string_view> ShadersFor(ir::TensorId output) {
    const std::array outputs = {output};
    const LoweredPartition lowered =
        Lower(test::Judged(build_.graph()), build_.AllPositions(), inputs_, outputs, {});
    std::vector<std::string_view> names;
    for (const gpu::Dispatch& dispatch : lowered.graph.dispatches) names.push_back(dispatch.shader->name);
    build_ = {};
    inputs_.clear();
    return names;
  }

  GraphBuilder build_;
  std::vector<ir::TensorId> inputs_;
};

TEST_F(QuantizedMatmulTest, ManyRowsArePixelsOfTiles) {
  EXPECT_THAT(ShadersFor(Product({2, 3, 17, 8}, {2, 3, 8, 20}, {2, 3, 17, 20})),
              ElementsAre("pack_quantized_matrices", "int8_tile_conv_2d"));
}

TEST_F(QuantizedMatmulTest, RowsOfBrokenWordsAreCopied) {
  EXPECT_THAT(ShadersFor(Product({3, 17, 9}, {3, 9, 19}, {3, 17, 19})),
              ElementsAre("pack_quantized_matrices", "int8_tile_conv_2d", "copy_strided"));
}

TEST_F(QuantizedMatmulTest, FewRowsAndMatricesToTransposeAreReadAsTheyLie) {
  EXPECT_THAT(ShadersFor(Product({3, 8, 8}, {3, 8, 20}, {3, 8, 20})), ElementsAre("quantized_batch_matmul"));
  EXPECT_THAT(ShadersFor(Product({3, 8, 17}, {3, 8, 20}, {3, 17, 20}, /*left_is_transposed=*/true)),
              ElementsAre("quantized_batch_matmul"));
  EXPECT_THAT(ShadersFor(Product({2, 3, 17, 8}, {3, 8, 20}, {2, 3, 17, 20})),
              ElementsAre("quantized_batch_matmul"));
}

TEST_F(QuantizedMatmulTest, TheScaleOfAttentionIsATable) {
  const ir::Shape whole = {3, 17, 20};
  EXPECT_THAT(
      ShadersFor(Combine(abi::kTfLiteBuiltinMul, Product({3, 17, 8}, {3, 8, 20}, whole), Integer(5), whole)),
      ElementsAre("pack_quantized_matrices", "int8_tile_conv_2d"));
  const ir::Shape broken = {3, 17, 19};
  EXPECT_THAT(ShadersFor(Combine(abi::kTfLiteBuiltinMul, Product({3, 17, 8}, {3, 8, 19}, broken), Integer(5),
                                 broken)),
              ElementsAre("pack_quantized_matrices", "int8_tile_conv_2d", "copy_strided"));
}

TEST_F(QuantizedMatmulTest, ASumIsAStepOfWholeWordsAlone) {
  const ir::Shape whole = {3, 17, 20};
  EXPECT_THAT(ShadersFor(Combine(abi::kTfLiteBuiltinAdd, Product({3, 17, 8}, {3, 8, 20}, whole), Input(whole),
                                 whole)),
              ElementsAre("pack_quantized_matrices", "int8_tile_conv_2d"));
  const ir::Shape broken = {3, 17, 19};
  EXPECT_THAT(
      ShadersFor(
          Combine(abi::kTfLiteBuiltinAdd, Product({3, 17, 8}, {3, 8, 19}, broken), Input(broken), broken)),
      ElementsAre("pack_quantized_matrices", "int8_tile_conv_2d", "copy_strided", "quantized_binary"));
}

}  // namespace
}  // namespace litevk
