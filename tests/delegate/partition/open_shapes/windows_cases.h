// Operators with windows or filters, for tests/delegate/partition/open_shapes_test.cc.
#pragma once

#include <vector>

#include "tests/delegate/partition/open_shapes/case.h"

namespace litevk::test {

inline constexpr abi::TfLiteConvParams kConvValid = {kValid, 1, 1, 0, 1, 1};
inline constexpr abi::TfLiteDepthwiseConvParams kDepthwise = {kSame, 1, 1, 1, 0, 1, 1};
inline constexpr abi::TfLitePoolParams kPool = {
    .padding = kValid, .stride_width = 2, .stride_height = 2, .filter_width = 2, .filter_height = 2};
inline constexpr abi::TfLiteResizeBilinearParams kHalfPixel = {.half_pixel_centers = true};

inline constexpr abi::TfLiteConv3DParams kConv3d = {kSame, 1, 1, 2, 1, 1, 1, 0};

inline std::vector<Case> Windows() {
  return {
      {"reduce_window",
       [](ModelBuilder& m) {
         const auto per_dim = [&m](const std::vector<int64_t>& values) {
           return m.Constant({3}, ir::DataType::kInt64, values);
         };
         m.Node(abi::kTfLiteBuiltinReduceWindow,
                {m.Input({2, 6, 4}), m.Floats({}, {0}), per_dim({1, 3, 2}), per_dim({1, 2, 1}),
                 per_dim({1, 1, 2})},
                {1}, abi::TfLiteReduceWindowParams{.reduce_function = abi::kTfLiteReduceWindowFunctionAdd});
       }},
      {"conv_2d",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinConv2d, {m.Input({2, 9, 7, 8}), Zeros(m, {4, 3, 3, 8}), Zeros(m, {4})},
                {1}, kConv);
       }},
      {"conv_2d in groups",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinConv2d, {m.Input({1, 5, 7, 8}), Zeros(m, {4, 3, 3, 4})}, {1}, kConvValid);
       }},
      {"depthwise_conv_2d",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinDepthwiseConv2d, {m.Input({2, 9, 7, 4}), Zeros(m, {1, 3, 3, 8})}, {1},
                kDepthwise);
       }},
      {"transpose_conv",
       [](ModelBuilder& m) {
         const int input = m.Input({2, 4, 3, 8});
         m.Node(abi::kTfLiteBuiltinTransposeConv, {m.Ints({2, 8, 6, 4}), Zeros(m, {4, 2, 2, 8}), input}, {1},
                kTransposeConv);
       }},
      {"conv_3d",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinConv3d,
                {m.Input({2, 5, 6, 7, 8}), Zeros(m, {3, 3, 3, 8, 4}), Zeros(m, {4})}, {1}, kConv3d);
       }},
      {"conv_2d with weights of a run",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinConv2d, {m.Input({2, 9, 7, 8}), m.Input({4, 3, 3, 8}), m.Input({4})}, {1},
                kConv);
       }},
      {"depthwise_conv_2d with weights of a run",
       [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinDepthwiseConv2d, {m.Input({2, 9, 7, 4}), m.Input({1, 3, 3, 8})}, {1},
                kDepthwise);
       }},
      {"transpose_conv with weights of a run",
       [](ModelBuilder& m) {
         const int input = m.Input({2, 4, 3, 8});
         m.Node(abi::kTfLiteBuiltinTransposeConv, {m.Ints({2, 8, 6, 4}), m.Input({4, 2, 2, 8}), input}, {1},
                kTransposeConv);
       }},
      WithParams("max_pool_2d", abi::kTfLiteBuiltinMaxPool2d, kPool),
      WithParams("l2_pool_2d", abi::kTfLiteBuiltinL2Pool2d, kPool),
      WithParams("average_pool_2d", abi::kTfLiteBuiltinAveragePool2d, kPool),
      {"resize_bilinear", [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinResizeBilinear, {m.Input({2, 4, 3, 8}), m.Ints({7, 5})}, {1}, kHalfPixel);
       }}};
}

}  // namespace litevk::test
