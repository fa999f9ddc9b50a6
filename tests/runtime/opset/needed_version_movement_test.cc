// Versions needed by operators that move, select or compare values, and by those whose version depends on one
// type.
#include <gtest/gtest.h>

#include "runtime/opset/op_versions.h"
#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/runtime/opset/node_model.h"

namespace litevk::test {
namespace {

using enum schema::TensorType;

// Returns an operand whose dims are all 1.
Operand OfRank(schema::TensorType type, size_t rank) { return {type, std::vector<int>(rank, 1)}; }

int NeededForRank(int op_code, schema::TensorType type, size_t rank) {
  return Needed(op_code, {OfRank(type, rank)}, {OfRank(type, rank)});
}

TEST(NeededVersion, FromTheTypeOfInput0) {
  using Versions = std::vector<std::pair<schema::TensorType, int>>;
  const Versions int8_is_2 = {{FLOAT32, 1}, {UINT8, 1}, {INT8, 2}, {INT16, 1}};
  const Versions int16_is_3 = {{FLOAT32, 1}, {UINT8, 1}, {INT8, 2}, {INT16, 3}};
  const std::vector<std::pair<const char*, Versions>> cases = {
      {"ARG_MAX", {{FLOAT32, 1}, {INT8, 2}, {BOOL, 3}}},
      {"AVERAGE_POOL_2D", int16_is_3},
      {"BROADCAST_TO", {{FLOAT32, 2}, {BOOL, 2}, {INT8, 3}, {INT16, 3}, {FLOAT8_E5M2, 4}}},
      {"CONCATENATION", {{FLOAT32, 1}, {INT8, 2}, {INT16, 3}, {UINT32, 4}, {INT4, 5}, {FLOAT16, 6}}},
      {"CONCATENATION", {{FLOAT8_E4M3FN, 7}, {FLOAT8_E5M2, 7}}},
      {"COS", {{FLOAT32, 1}, {FLOAT16, 2}}},
      {"DEPTH_TO_SPACE", int8_is_2},
      {"EQUAL", {{FLOAT32, 1}, {INT8, 2}, {STRING, 3}, {INT16, 5}}},
      {"EXP", {{FLOAT32, 1}, {INT8, 2}, {INT16, 2}}},
      {"FLOOR_DIV", {{INT32, 1}, {FLOAT32, 2}, {INT8, 3}, {INT16, 3}}},
      {"GELU", {{FLOAT32, 1}, {INT8, 2}, {UINT8, 2}, {FLOAT16, 3}}},
      {"GREATER", int8_is_2},
      {"GREATER_EQUAL", int16_is_3},
      {"HARD_SWISH", {{FLOAT32, 1}, {INT8, 1}}},
      {"L2_NORMALIZATION", int8_is_2},
      {"LEAKY_RELU", {{FLOAT32, 1}, {INT8, 1}, {INT16, 2}}},
      {"LESS", int16_is_3},
      {"LESS_EQUAL", int8_is_2},
      {"LOGISTIC", int16_is_3},
      {"MEAN", int16_is_3},
      {"MIRROR_PAD", int16_is_3},
      {"NOT_EQUAL", {{FLOAT32, 1}, {INT8, 2}, {STRING, 3}, {INT16, 4}}},
      {"PACK", {{FLOAT32, 1}, {INT8, 2}, {INT16, 3}, {UINT32, 4}, {FLOAT8_E5M2, 5}}},
      {"RANGE", {{FLOAT32, 1}, {INT64, 2}}},
      {"REDUCE_PROD", {{FLOAT32, 1}, {INT8, 2}, {INT16, 2}}},
      {"RELU", {{FLOAT32, 1}, {INT8, 2}, {UINT8, 2}, {INT16, 3}}},
      {"RESHAPE", {{FLOAT32, 1}, {STRING, 1}}},
      {"REVERSE_V2", {{FLOAT32, 1}, {BOOL, 2}, {INT8, 3}, {FLOAT8_E4M3FN, 4}}},
      {"SIGN", {{FLOAT32, 1}, {INT32, 2}}},
      {"SOFTMAX", {{FLOAT32, 1}, {INT8, 2}, {INT16, 3}, {FLOAT16, 4}}},
      {"SPLIT_V", {{FLOAT32, 1}, {INT8, 2}, {FLOAT8_E5M2, 3}}},
      {"SQUEEZE", {{FLOAT32, 1}, {STRING, 2}}},
      {"TILE", {{FLOAT32, 1}, {STRING, 2}, {INT8, 3}}},
      {"UNPACK", {{FLOAT32, 1}, {INT8, 2}, {BOOL, 3}, {INT16, 4}, {BFLOAT16, 5}, {FLOAT8_E5M2, 6}}},
      {"WHERE", {{BOOL, 1}, {FLOAT32, 2}}},
      {"ZEROS_LIKE", {{FLOAT32, 1}, {INT64, 1}}},
  };
  for (const auto& [name, versions] : cases) {
    for (const auto& [type, version] : versions) {
      EXPECT_EQ(NeededFor(abi::BuiltinCode(name), type), version) << name << " " << EnumNameTensorType(type);
    }
  }
}

TEST(NeededVersion, FromTheTypeOfAnotherInput) {
  const auto fill = [](auto type) { return Needed(abi::kTfLiteBuiltinFill, {INT32, type}, {type}); };
  EXPECT_EQ(fill(FLOAT32), 1);
  EXPECT_EQ(fill(STRING), 2);
  EXPECT_EQ(fill(INT8), 3);
  EXPECT_EQ(fill(FLOAT16), 4);
  const auto split = [](auto type) { return Needed(abi::kTfLiteBuiltinSplit, {INT32, type}, {type}); };
  EXPECT_EQ(split(FLOAT32), 1);
  EXPECT_EQ(split(INT8), 2);
  EXPECT_EQ(split(INT32), 3);
  EXPECT_EQ(split(INT16), 4);
  const auto sparse_to_dense = [](auto type) {
    return Needed(abi::kTfLiteBuiltinSparseToDense, {INT32, INT32, type, type}, {type});
  };
  EXPECT_EQ(sparse_to_dense(FLOAT32), 1);
  EXPECT_EQ(sparse_to_dense(INT64), 2);
  EXPECT_EQ(sparse_to_dense(UINT8), 3);
  const auto update = [](auto type, auto index) {
    return Needed(abi::kTfLiteBuiltinDynamicUpdateSlice, {type, type, index}, {type});
  };
  EXPECT_EQ(update(FLOAT32, INT32), 1);
  EXPECT_EQ(update(FLOAT32, INT64), 2);
  EXPECT_EQ(update(FLOAT16, INT64), 3);
  EXPECT_EQ(update(INT16, INT32), 4);
  EXPECT_EQ(update(INT4, INT32), 5);
  EXPECT_EQ(update(BFLOAT16, INT32), 6);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinTopkV2, {FLOAT32, INT32}, {FLOAT32, INT32}), 1);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinTopkV2, {FLOAT32, INT32}, {FLOAT32, INT16}), 3);
}

TEST(NeededVersion, Gather) {
  schema::GatherOptionsT batched;
  batched.batch_dims = 1;
  const int gather = abi::kTfLiteBuiltinGather;
  EXPECT_EQ(Needed(gather, {FLOAT32, INT32}, {FLOAT32}), 1);
  EXPECT_EQ(Needed(gather, {INT8, INT32}, {INT8}), 2);
  EXPECT_EQ(Needed(gather, {BOOL, INT32}, {BOOL}), 3);
  EXPECT_EQ(Needed(gather, {INT16, INT32}, {INT16}), 4);
  EXPECT_EQ(Needed(gather, {FLOAT32, INT32}, {FLOAT32}, batched), 5);
  EXPECT_EQ(Needed(gather, {FLOAT32, INT16}, {FLOAT32}), 6);
  EXPECT_EQ(Needed(gather, {INT4, INT32}, {INT4}), 7);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinGatherNd, {STRING, INT32}, {STRING}), 2);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinGatherNd, {INT16, INT32}, {INT16}), 3);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinGatherNd, {FLOAT32, INT16}, {FLOAT32}), 4);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinGatherNd, {BOOL, INT32}, {BOOL}), 5);
}

TEST(NeededVersion, FromTheRank) {
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinPad, FLOAT32, 4), 1);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinPad, INT16, 4), 3);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinPad, INT16, 5), 4);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinPad, BOOL, 2), 5);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinSlice, INT16, 4), 4);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinSlice, INT16, 5), 5);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinSlice, UINT32, 1), 6);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinSpaceToBatchNd, FLOAT32, 4), 1);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinSpaceToBatchNd, INT8, 3), 3);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinBatchToSpaceNd, INT8, 4), 2);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinTranspose, FLOAT32, 4), 1);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinTranspose, FLOAT32, 5), 4);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinTranspose, FLOAT32, 6), 6);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinTranspose, FLOAT32, 7), 8);
  EXPECT_EQ(NeededForRank(abi::kTfLiteBuiltinTranspose, FLOAT16, 7), 9);
  const auto select = [](size_t rank) {
    return Needed(abi::kTfLiteBuiltinSelect, {OfRank(BOOL, 1), OfRank(FLOAT32, rank), OfRank(FLOAT32, rank)},
                  {OfRank(FLOAT32, rank)});
  };
  EXPECT_EQ(select(4), 1);
  EXPECT_EQ(select(5), 3);
}

TEST(NeededVersion, StridedSlice) {
  const auto needed = [](schema::TensorType type, size_t rank, schema::StridedSliceOptionsT options = {}) {
    return Needed(abi::kTfLiteBuiltinStridedSlice, {OfRank(type, rank)}, {type}, options);
  };
  schema::StridedSliceOptionsT ellipsis, new_axis, offset;
  ellipsis.ellipsis_mask = 1;
  new_axis.new_axis_mask = 2;
  offset.offset = true;
  EXPECT_EQ(needed(FLOAT32, 4), 1);
  EXPECT_EQ(needed(INT8, 4), 2);
  EXPECT_EQ(needed(BOOL, 4), 3);
  EXPECT_EQ(needed(BOOL, 5), 4);
  EXPECT_EQ(needed(STRING, 5), 5);
  EXPECT_EQ(needed(STRING, 5, ellipsis), 6);
  EXPECT_EQ(needed(FLOAT32, 2, new_axis), 6);
  EXPECT_EQ(needed(UINT32, 2, new_axis), 7);
  EXPECT_EQ(needed(FLOAT32, 2, offset), 8);
}

TEST(NeededVersion, Resize) {
  schema::ResizeNearestNeighborOptionsT aligned;
  aligned.align_corners = true;
  schema::ResizeBilinearOptionsT bilinear_aligned, bilinear_half;
  bilinear_aligned.align_corners = true;
  bilinear_half.half_pixel_centers = true;
  const auto nearest = abi::kTfLiteBuiltinResizeNearestNeighbor;
  const auto bilinear = abi::kTfLiteBuiltinResizeBilinear;
  EXPECT_EQ(Needed(nearest, {FLOAT32, INT32}, {FLOAT32}), 1);
  EXPECT_EQ(Needed(nearest, {INT8, INT32}, {INT8}, aligned), 3);
  EXPECT_EQ(Needed(nearest, {INT16, INT32}, {INT16}, aligned), 4);
  EXPECT_EQ(Needed(bilinear, {INT8, INT32}, {INT8}, bilinear_aligned), 2);
  EXPECT_EQ(Needed(bilinear, {INT8, INT32}, {INT8}, bilinear_half), 3);
  EXPECT_EQ(Needed(bilinear, {INT16, INT32}, {INT16}), 4);
}

TEST(NeededVersion, OfOperatorsThatTheProjectDoesNotKnow) {
  EXPECT_EQ(NeededFor(abi::kTfLiteBuiltinCustom, FLOAT32), 0);
  EXPECT_EQ(NeededFor(abi::BuiltinCode("STABLEHLO_SORT"), FLOAT32), 0);
}

// A float32 node of 4 dims without options needs the first version that has float32.
TEST(NeededVersion, OfPlainNodesOfEveryOperator) {
  for (const int op_code : VersionedOperators()) {
    const bool came_later = op_code == abi::kTfLiteBuiltinFloorDiv || op_code == abi::kTfLiteBuiltinWhere ||
                            FirstVersion(op_code) == 2;
    const int needed = Needed(op_code, Operands(5, OfRank(FLOAT32, 4)), {OfRank(FLOAT32, 4)});
    EXPECT_EQ(needed, came_later ? 2 : 1) << abi::BuiltinName(op_code);
  }
}

}  // namespace
}  // namespace litevk::test
