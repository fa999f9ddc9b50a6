// Dispatches keep to the largest tile of the device's profile.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"
#include "tests/delegate/ops/conv/tile_of.h"

namespace litevk {
namespace {

class TileCapTest : public testing::TestWithParam<uint32_t> {
 protected:
  TileCapTest() { limits_.profile.max_tile = GetParam(); }

  std::vector<gpu::Dispatch> Dispatches(ir::TensorId input, ir::TensorId output) const {
    return Lower(test::Judged(builder_.graph(), limits_), builder_.AllPositions(), std::array{input},
                 std::array{output}, {})
        .graph.dispatches;
  }

  // Lowers a matrix multiplication of `rows` rows, with 64 inputs and 32 outputs.
  gpu::Dispatch Product(int rows) {
    const ir::TensorId input = builder_.Runtime({rows, 64});
    const ir::TensorId weights = builder_.Floats({32, 64}, std::vector<float>(size_t{32} * 64));
    const abi::TfLiteFullyConnectedParams params = {};
    const ir::TensorId output =
        builder_.Node(abi::kTfLiteBuiltinFullyConnected, {input, weights, ir::kAbsent}, {rows, 32},
                      ir::Params(&params, sizeof(params)));
    return Dispatches(input, output).front();
  }

  gpu::DeviceLimits limits_;
  GraphBuilder builder_;
};
INSTANTIATE_TEST_SUITE_P(Caps, TileCapTest, testing::Values(1, 2, 4, 8, 32));

TEST_P(TileCapTest, OfWinogradsMatmuls) {
  const ir::TensorId input = builder_.Runtime({1, 64, 64, 64});
  const auto dispatches = Dispatches(input, builder_.Conv(input, {1, 64, 64, 64}, 3));
  ASSERT_EQ(dispatches.size(), 3U);
  EXPECT_EQ(TileOf(dispatches[1]), std::min(GetParam(), 8U));
}

TEST_P(TileCapTest, OfTransposedConvolutions) {
  const ir::TensorId input = builder_.Runtime({1, 64, 64, 16});
  const ir::TensorId shape = builder_.Ints({4}, {1, 128, 128, 16});
  const ir::TensorId filter = builder_.Floats({16, 2, 2, 16}, std::vector<float>(size_t{16} * 2 * 2 * 16));
  const abi::TfLiteTransposeConvParams params = {abi::kTfLitePaddingSame, 2, 2, abi::kTfLiteActNone};
  const ir::TensorId output = builder_.Node(abi::kTfLiteBuiltinTransposeConv, {shape, filter, input},
                                            {1, 128, 128, 16}, ir::Params(&params, sizeof(params)));
  EXPECT_EQ(TileOf(Dispatches(input, output).front()), std::min(GetParam(), 8U));
}

TEST_P(TileCapTest, OfMatmulsWithAFewRowsInAsManyTilesAsThatTakes) {
  for (int rows = 1; rows <= 8; ++rows) {
    builder_ = GraphBuilder();
    const gpu::Dispatch product = Product(rows);
    ASSERT_EQ(product.shader->name, "fully_connected");
    const uint32_t tiles = product.workgroups[1];
    EXPECT_LE(TileOf(product), GetParam());
    EXPECT_GE(TileOf(product) * tiles, static_cast<uint32_t>(rows));
    EXPECT_EQ(tiles, GroupsFor(rows, GetParam())) << rows;
  }
}

// A tuner's choice with a small cap, in a run for a bug report, must not slow down other runs.
TEST(TileCapKeyTest, AnotherCapIsAnotherKindOfNode) {
  GraphBuilder builder;
  const ir::TensorId input = builder.Runtime({1, 56, 56, 64});
  const ir::TensorId output = builder.Conv(input, {1, 56, 56, 64});
  std::set<std::string> keys;
  for (const uint32_t cap : {1, 4, 8}) {
    gpu::DeviceLimits limits;
    limits.profile.max_tile = cap;
    keys.insert(Lower(test::Judged(builder.graph(), limits), builder.AllPositions(), std::array{input},
                      std::array{output}, {})
                    .choice_points.front()
                    .key);
  }
  EXPECT_EQ(keys.size(), 3U);
}

}  // namespace
}  // namespace litevk
