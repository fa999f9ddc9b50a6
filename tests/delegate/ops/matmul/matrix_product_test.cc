// Matrix multiplications of BATCH_MATMUL as rows of images, by the dims of its operands.
#include "delegate/ops/matmul/matrix_product.h"

#include <gtest/gtest.h>

#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

struct Transposed {
  bool left = false;
  bool right = false;
};

TiledProduct Of(const ir::Shape& left, const ir::Shape& right, const ir::Shape& output,
                Transposed transposed = {}) {
  GraphBuilder build;
  abi::TfLiteBatchMatMulParams params = {};
  params.adj_x = transposed.left;
  params.adj_y = transposed.right;
  build.Node(abi::kTfLiteBuiltinBatchMatmul, {build.Runtime(left), build.Runtime(right)}, output,
             ir::Params(&params, sizeof(params)));
  return TiledProductOf(NodeView(build.graph(), build.graph().nodes[0], {}));
}

void ExpectRows(const TiledProduct& tiled, int images, int filters, int pixels) {
  EXPECT_EQ(tiled.products.images, images);
  EXPECT_EQ(tiled.products.filters, filters);
  EXPECT_EQ(tiled.products.pixels, pixels);
}

TEST(MatrixProductTest, HeadsOfAttentionAreRowsWithFiltersOfTheirOwn) {
  const TiledProduct tiled = Of({2, 3, 17, 8}, {2, 3, 19, 8}, {2, 3, 17, 19}, {.right = true});
  ExpectRows(tiled, 1, 6, 17);
  EXPECT_EQ(tiled.products.inputs, 8);
  EXPECT_EQ(tiled.products.outputs, 19);
  EXPECT_FALSE(tiled.packs_left || tiled.packs_right || tiled.products.repeats_source);
}

TEST(MatrixProductTest, OneRightMatrixMakesOneProductOfAllRows) {
  ExpectRows(Of({2, 3, 17, 8}, {8, 19}, {2, 3, 17, 19}), 1, 1, 102);
  ExpectRows(Of({2, 3, 17, 8}, {2, 1, 8, 19}, {2, 3, 17, 19}), 1, 2, 51);
}

TEST(MatrixProductTest, BatchesThatShareTheRightMatricesAreImages) {
  const TiledProduct tiled = Of({2, 3, 17, 8}, {3, 8, 19}, {2, 3, 17, 19});
  ExpectRows(tiled, 2, 3, 17);
  EXPECT_FALSE(tiled.packs_right);
}

TEST(MatrixProductTest, OneLeftMatrixIsReadAgain) {
  const TiledProduct tiled = Of({17, 8}, {4, 8, 19}, {4, 17, 19});
  ExpectRows(tiled, 1, 4, 17);
  EXPECT_TRUE(tiled.products.repeats_source);
  EXPECT_FALSE(tiled.packs_left);
}

TEST(MatrixProductTest, OtherRepetitionsArePacked) {
  const TiledProduct right = Of({2, 3, 2, 9, 4}, {2, 1, 2, 4, 6}, {2, 3, 2, 9, 6});
  ExpectRows(right, 1, 12, 9);
  EXPECT_TRUE(right.packs_right && right.repeats);
  EXPECT_FALSE(right.packs_left);
  const TiledProduct both = Of({2, 1, 2, 9, 4}, {1, 3, 2, 4, 6}, {2, 3, 2, 9, 6});
  ExpectRows(both, 1, 12, 9);
  EXPECT_TRUE(both.packs_left && both.packs_right);
}

TEST(MatrixProductTest, ATransposedLeftOperandIsPackedInWholeVectors) {
  const TiledProduct tiled = Of({3, 5, 17}, {3, 5, 19}, {3, 17, 19}, {.left = true});
  ExpectRows(tiled, 1, 3, 17);
  EXPECT_EQ(tiled.products.inputs, 8) << "of a depth of 5";
  EXPECT_TRUE(tiled.packs_left && tiled.packs_right);
  EXPECT_FALSE(Of({3, 8, 17}, {3, 8, 19}, {3, 17, 19}, {.left = true}).packs_right);
}

TEST(MatrixProductTest, FewRowsFillNoTiles) {
  EXPECT_GT(TiledTime(Of({12, 1, 64}, {12, 64, 197}, {12, 1, 197}).products), kBlockTime);
  EXPECT_GT(TiledTime({.pixels = 8}), kBlockTime);
  EXPECT_LT(TiledTime({.pixels = 9}), kBlockTime);
  EXPECT_LT(TiledTime(Of({12, 1, 64}, {64, 197}, {12, 1, 197}).products), kBlockTime);
}

TEST(MatrixProductTest, WhatPassesALimitDoesNotFit) {
  GraphBuilder build;
  build.Node(abi::kTfLiteBuiltinBatchMatmul, {build.Runtime({64, 64}), build.Runtime({64, 64})}, {64, 64});
  gpu::DeviceLimits limits;
  const NodeView view(build.graph(), build.graph().nodes[0], limits);
  const TiledProduct tiled = TiledProductOf(view);
  EXPECT_TRUE(TilesFit(view, tiled));
  limits.max_storage_buffer_range_bytes = uint64_t{64} * 64 * sizeof(float) - 1;
  EXPECT_FALSE(TilesFit(view, tiled));
}

}  // namespace
}  // namespace litevk
