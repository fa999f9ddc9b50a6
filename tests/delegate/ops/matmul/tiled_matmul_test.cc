// Matrix multiplications of BATCH_MATMUL as rows of images, by the dims of its operands.
#include "delegate/ops/matmul/tiled_matmul.h"

#include <gtest/gtest.h>

#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

struct Transposed {
  bool left = false;
  bool right = false;
};

TiledMatmul Of(const ir::Shape& left, const ir::Shape& right, const ir::Shape& output,
               Transposed transposed = {}) {
  GraphBuilder build;
  abi::TfLiteBatchMatMulParams params = {};
  params.adj_x = transposed.left;
  params.adj_y = transposed.right;
  build.Node(abi::kTfLiteBuiltinBatchMatmul, {build.Runtime(left), build.Runtime(right)}, output,
             ir::Params(&params, sizeof(params)));
  return TiledMatmulOf(NodeView(build.graph(), build.graph().nodes[0], {}));
}

void ExpectRows(const TiledMatmul& tiled, int images, int filters, int pixels) {
  EXPECT_EQ(tiled.matmuls.images, images);
  EXPECT_EQ(tiled.matmuls.filters, filters);
  EXPECT_EQ(tiled.matmuls.pixels, pixels);
}

TEST(TiledMatmulTest, HeadsOfAttentionAreRowsWithFiltersOfTheirOwn) {
  const TiledMatmul tiled = Of({2, 3, 17, 8}, {2, 3, 19, 8}, {2, 3, 17, 19}, {.right = true});
  ExpectRows(tiled, 1, 6, 17);
  EXPECT_EQ(tiled.matmuls.inputs, 8);
  EXPECT_EQ(tiled.matmuls.outputs, 19);
  EXPECT_FALSE(tiled.packs_left || tiled.packs_right || tiled.matmuls.repeats_source);
}

TEST(TiledMatmulTest, OneRightMatrixMakesOneMatmulOfAllRows) {
  ExpectRows(Of({2, 3, 17, 8}, {8, 19}, {2, 3, 17, 19}), 1, 1, 102);
  ExpectRows(Of({2, 3, 17, 8}, {2, 1, 8, 19}, {2, 3, 17, 19}), 1, 2, 51);
}

TEST(TiledMatmulTest, BatchesThatShareTheRightMatricesAreImages) {
  const TiledMatmul tiled = Of({2, 3, 17, 8}, {3, 8, 19}, {2, 3, 17, 19});
  ExpectRows(tiled, 2, 3, 17);
  EXPECT_FALSE(tiled.packs_right);
}

TEST(TiledMatmulTest, OneLeftMatrixIsReadAgain) {
  const TiledMatmul tiled = Of({17, 8}, {4, 8, 19}, {4, 17, 19});
  ExpectRows(tiled, 1, 4, 17);
  EXPECT_TRUE(tiled.matmuls.repeats_source);
  EXPECT_FALSE(tiled.packs_left);
}

TEST(TiledMatmulTest, OtherRepetitionsArePacked) {
  const TiledMatmul right = Of({2, 3, 2, 9, 4}, {2, 1, 2, 4, 6}, {2, 3, 2, 9, 6});
  ExpectRows(right, 1, 12, 9);
  EXPECT_TRUE(right.packs_right && right.repeats);
  EXPECT_FALSE(right.packs_left);
  const TiledMatmul both = Of({2, 1, 2, 9, 4}, {1, 3, 2, 4, 6}, {2, 3, 2, 9, 6});
  ExpectRows(both, 1, 12, 9);
  EXPECT_TRUE(both.packs_left && both.packs_right);
}

TEST(TiledMatmulTest, ATransposedLeftOperandIsPackedInWholeVectors) {
  const TiledMatmul tiled = Of({3, 5, 17}, {3, 5, 19}, {3, 17, 19}, {.left = true});
  ExpectRows(tiled, 1, 3, 17);
  EXPECT_EQ(tiled.matmuls.inputs, 8) << "of a depth of 5";
  EXPECT_TRUE(tiled.packs_left && tiled.packs_right);
  EXPECT_FALSE(Of({3, 8, 17}, {3, 8, 19}, {3, 17, 19}, {.left = true}).packs_right);
}

TEST(TiledMatmulTest, FewRowsFillNoTiles) {
  EXPECT_GT(TiledTime(Of({12, 1, 64}, {12, 64, 197}, {12, 1, 197}).matmuls), kBlockTime);
  EXPECT_GT(TiledTime({.pixels = 8}), kBlockTime);
  EXPECT_LT(TiledTime({.pixels = 9}), kBlockTime);
  EXPECT_LT(TiledTime(Of({12, 1, 64}, {64, 197}, {12, 1, 197}).matmuls), kBlockTime);
}

TEST(TiledMatmulTest, WhatPassesALimitDoesNotFit) {
  GraphBuilder build;
  build.Node(abi::kTfLiteBuiltinBatchMatmul, {build.Runtime({64, 64}), build.Runtime({64, 64})}, {64, 64});
  gpu::DeviceLimits limits;
  const NodeView view(build.graph(), build.graph().nodes[0], limits);
  const TiledMatmul tiled = TiledMatmulOf(view);
  EXPECT_TRUE(TilesFit(view, tiled));
  limits.max_storage_buffer_range_bytes = uint64_t{64} * 64 * sizeof(float) - 1;
  EXPECT_FALSE(TilesFit(view, tiled));
}

}  // namespace
}  // namespace litevk
