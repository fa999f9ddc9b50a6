// Operators that move or join elements, or give them other dims, for
// tests/delegate/partition/open_shapes_test.cc.
#pragma once

#include <vector>

#include "tests/delegate/partition/open_shapes/case.h"

namespace litevk::test {

inline constexpr abi::TfLiteFullyConnectedParams kKeepDims = {.keep_num_dims = true};
inline constexpr abi::TfLiteConcatenationParams kAlongChannels = {.axis = -1};
inline constexpr abi::TfLiteBlockSizeParams kBlock = {2};

// Returns operators that move elements to or from computed indices.
inline std::vector<Case> Picks() {
  return {
      {"mirror_pad",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinMirrorPad, {m.Input({2, 5, 4}), Matrix(m, {3, 2}, {0, 1, 2, 0, 0, 0})},
                {1}, abi::TfLiteMirrorPaddingParams{abi::kTfLiteMirrorPaddingReflect});
       }},
      {"space_to_batch_nd",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinSpaceToBatchNd,
                {m.Input({2, 3, 4, 5}), m.Ints({2, 2}), Matrix(m, {2, 2}, {0, 1, 0, 0})}, {1});
       }},
      {"batch_to_space_nd",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinBatchToSpaceNd,
                {m.Input({8, 3, 4, 5}), m.Ints({2, 2}), Matrix(m, {2, 2}, {0, 1, 0, 0})}, {1});
       }},
      {"gather_nd",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinGatherNd, {m.Input({2, 3, 4}), Matrix(m, {2, 2}, {0, 1, 1, 2})}, {1});
       }},
      {"reverse_sequence",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinReverseSequence, {m.Input({4, 2, 3}), m.Input({2}, ir::DataType::kInt64)},
                {1}, abi::TfLiteReverseSequenceParams{.seq_dim = 0, .batch_dim = 1});
       }},
      {"one_hot",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinOneHot,
                {m.Input({2, 3}, ir::DataType::kInt32), Scalar(m, 5), m.Floats({}, {1}), m.Floats({}, {0})},
                {1}, abi::TfLiteOneHotParams{-1});
       }},
      {"topk_v2",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinTopkV2, {m.Input({2, 6}), Scalar(m, 3)}, {1});
         const ir::TensorId positions = m.Tensor({1});
         m.tensor(positions).type = ir::DataType::kInt32;
         m.last_node().outputs.push_back(positions);
       }},
      {"fill", [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinFill, {m.Ints({2, 3}), m.Input({})}, {1});
       }}};
}

inline std::vector<Case> Movement() {
  return {
      {"fully_connected",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinFullyConnected, {m.Input({2, 3, 6}), Zeros(m, {4, 6})}, {1},
                abi::TfLiteFullyConnectedParams());
       }},
      {"fully_connected that keeps dims",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinFullyConnected, {m.Input({2, 3, 6}), Zeros(m, {4, 6})}, {1}, kKeepDims);
       }},
      {"concatenation",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinConcatenation, {m.Input({2, 3, 4}), m.Input({2, 3, 5})}, {1},
                kAlongChannels);
       }},
      {"reshape with -1",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinReshape, {m.Input({2, 3, 4}), m.Ints({-1, 12})}, {1},
                abi::TfLiteReshapeParams());
       }},
      {"reshape of one batch",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinReshape, {m.Input({1, 3, 4}), m.Ints({1, 12})}, {1},
                abi::TfLiteReshapeParams());
       }},
      {"pad",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinPad, {m.Input({2, 3, 4, 5}), Matrix(m, {4, 2}, {0, 0, 1, 2, 3, 0, 0, 0})},
                {1});
       }},
      {"expand_dims",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinExpandDims, {m.Input({2, 3, 4}), m.Ints({-2})}, {1});
       }},
      {"squeeze",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinSqueeze, {m.Input({2, 1, 4, 1})}, {1},
                abi::TfLiteSqueezeParams{.squeeze_dims = {1, -1}, .num_squeeze_dims = 2});
       }},
      {"mean",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinMean, {m.Input({2, 3, 4, 5}), m.Ints({1, 2})}, {1}, kKeep);
       }},
      {"sum",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinSum, {m.Input({2, 3, 4, 5}), m.Ints({0, -2})}, {1}, kKeep);
       }},
      {"gather",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinGather, {m.Input({2, 3, 4}), m.Ints({1, 0})}, {1},
                abi::TfLiteGatherParams{.axis = 1});
       }},
      {"transpose",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinTranspose, {m.Input({2, 3, 4}), m.Ints({2, 0, -2})}, {1});
       }},
      {"resize_nearest_neighbor",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinResizeNearestNeighbor, {m.Input({2, 4, 3, 8}), m.Ints({7, 5})}, {1},
                abi::TfLiteResizeNearestNeighborParams());
       }},
      {"reverse_v2",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinReverseV2, {m.Input({2, 3, 4}), m.Ints({1})}, {1});
       }},
      {"padv2",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinPadv2,
                {m.Input({2, 3}), Matrix(m, {2, 2}, {0, 1, 2, 0}), m.Floats({}, {1.0F})}, {1});
       }},
      {"slice",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinSlice, {m.Input({2, 6, 5}), m.Ints({0, 2, 1}), m.Ints({-1, 3, -1})}, {1});
       }},
      {"pack",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinPack, {m.Input({2, 3}), m.Input({2, 3})}, {1},
                abi::TfLitePackParams{.values_count = 2, .axis = -1});
       }},
      {"tile",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinTile, {m.Input({2, 3, 4}), m.Ints({1, 2, 3})}, {1});
       }},
      {"split",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinSplit, {m.Ints({1}), m.Input({2, 6})}, {1},
                abi::TfLiteSplitParams{.num_splits = 2});
         m.last_node().outputs.push_back(m.Tensor({1}));
       }},
      {"split_v",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinSplitV, {m.Input({2, 6}), m.Ints({4, -1}), m.Ints({1})}, {1},
                abi::TfLiteSplitParams{.num_splits = 2});
         m.last_node().outputs.push_back(m.Tensor({1}));
       }},
      {"unpack",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinUnpack, {m.Input({3, 2})}, {1},
                abi::TfLiteUnpackParams{.num = 2, .axis = 1});
         m.last_node().outputs.push_back(m.Tensor({1}));
       }},
      WithParams("depth_to_space", abi::kTfLiteBuiltinDepthToSpace, kBlock),
      WithParams("space_to_depth", abi::kTfLiteBuiltinSpaceToDepth, kBlock),
      {"strided_slice", [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinStridedSlice,
                {m.Input({2, 6, 5}), m.Ints({0, -4, 1}), m.Ints({0, -1, 0}), m.Ints({1, 2, 1})}, {1},
                abi::TfLiteStridedSliceParams{.end_mask = 1, .shrink_axis_mask = 4});
       }}};
}

// Returns operators that reinterpret a tensor, stretch it, or write over a part of it.
inline std::vector<Case> Stretches() {
  return {{"dynamic_update_slice",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinDynamicUpdateSlice,
                    {m.Input({3, 5}), m.Input({1, 2}), m.Input({2}, ir::DataType::kInt32)}, {1});
           }},
          {"scatter_nd",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinScatterNd,
                    {Matrix(m, {3, 1}, {4, 0, 4}), m.Input({3, 5}), m.Ints({6, 5})}, {1});
           }},
          {"sparse_to_dense",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinSparseToDense,
                    {Matrix(m, {2, 2}, {0, 1, 1, 2}), m.Ints({2, 3}), m.Input({2}), m.Floats({}, {1})}, {1},
                    abi::TfLiteSparseToDenseParams());
           }},
          {"bitcast",
           [](ModelBuilder& m) {
             const ir::TensorId result =
                 m.Node(abi::kTfLiteBuiltinBitcast, {m.Input({2, 3, 4}, ir::DataType::kInt8)}, {1});
             m.tensor(result).type = ir::DataType::kFloat32;
           }},
          {"broadcast_to", [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinBroadcastTo, {m.Input({3, 1, 4}), m.Ints({2, 3, 5, 4})}, {1});
           }}};
}

}  // namespace litevk::test
