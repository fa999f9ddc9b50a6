// A node of every operator that runs on the GPU, for the tests of dims that a model leaves open.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk::test {

inline constexpr int kSame = abi::kTfLitePaddingSame;
inline constexpr int kValid = abi::kTfLitePaddingValid;
inline constexpr abi::TfLiteArithmeticParams kNoActivation = {abi::kTfLiteActNone};
inline constexpr abi::TfLiteConvParams kConv = {kSame, 2, 2, 0, 1, 1};
inline constexpr abi::TfLiteConvParams kConvValid = {kValid, 1, 1, 0, 1, 1};
inline constexpr abi::TfLiteDepthwiseConvParams kDepthwise = {kSame, 1, 1, 1, 0, 1, 1};
inline constexpr abi::TfLitePoolParams kPool = {
    .padding = kValid, .stride_width = 2, .stride_height = 2, .filter_width = 2, .filter_height = 2};
inline constexpr abi::TfLiteTransposeConvParams kTransposeConv = {kSame, 2, 2, 0};
inline constexpr abi::TfLiteFullyConnectedParams kKeepDims = {.keep_num_dims = true};
inline constexpr abi::TfLiteConcatenationParams kAlongChannels = {.axis = -1};
inline constexpr abi::TfLiteReducerParams kKeep = {true};
inline constexpr abi::TfLiteResizeBilinearParams kHalfPixel = {.half_pixel_centers = true};
inline constexpr abi::TfLiteBlockSizeParams kBlock = {2};
inline constexpr abi::TfLiteLeakyReluParams kAlpha = {0.5F};
inline constexpr abi::TfLiteSoftmaxParams kBeta = {1};

inline ir::TensorId Zeros(ModelBuilder& model, const ir::Shape& dims) {
  return model.Floats(dims, std::vector<float>(static_cast<size_t>(dims.NumElements())));
}

inline ir::TensorId Scalar(ModelBuilder& model, int value) {
  return model.Constant({}, ir::DataType::kInt32, std::vector<int>{value});
}

inline ir::TensorId Matrix(ModelBuilder& model, const ir::Shape& dims, const std::vector<int>& values) {
  return model.Constant(dims, ir::DataType::kInt32, values);
}

// A node of every operator, supported in the dims that it is built with.
struct Case {
  std::string name;
  std::function<void(ModelBuilder&)> build;
};

inline Case Unary(std::string name, int op_code) {
  return {std::move(name), [=](ModelBuilder& m) { m.Node(op_code, {m.Input({2, 5, 6, 8})}, {1}); }};
}

inline Case Binary(std::string name, int op_code) {
  return {std::move(name), [=](ModelBuilder& m) {
            m.Node(op_code, {m.Input({2, 5, 1, 8}), m.Input({5, 6, 8})}, {1}, kNoActivation);
          }};
}

template <typename Params>
Case WithParams(std::string name, int op_code, Params params) {
  return {std::move(name), [=](ModelBuilder& m) { m.Node(op_code, {m.Input({2, 4, 6, 8})}, {1}, params); }};
}

inline std::vector<Case> Elementwise() {
  return {Unary("relu", abi::kTfLiteBuiltinRelu),
          Unary("relu6", abi::kTfLiteBuiltinRelu6),
          Unary("relu_n1_to_1", abi::kTfLiteBuiltinReluN1To1),
          Unary("tanh", abi::kTfLiteBuiltinTanh),
          Unary("exp", abi::kTfLiteBuiltinExp),
          Unary("logistic", abi::kTfLiteBuiltinLogistic),
          Unary("abs", abi::kTfLiteBuiltinAbs),
          Unary("ceil", abi::kTfLiteBuiltinCeil),
          Unary("elu", abi::kTfLiteBuiltinElu),
          Unary("floor", abi::kTfLiteBuiltinFloor),
          Unary("log", abi::kTfLiteBuiltinLog),
          Unary("neg", abi::kTfLiteBuiltinNeg),
          Unary("round", abi::kTfLiteBuiltinRound),
          Unary("rsqrt", abi::kTfLiteBuiltinRsqrt),
          Unary("sign", abi::kTfLiteBuiltinSign),
          Unary("sqrt", abi::kTfLiteBuiltinSqrt),
          Unary("square", abi::kTfLiteBuiltinSquare),
          WithParams("gelu", abi::kTfLiteBuiltinGelu, abi::TfLiteGeluParams()),
          Unary("hard_swish", abi::kTfLiteBuiltinHardSwish),
          WithParams("leaky_relu", abi::kTfLiteBuiltinLeakyRelu, kAlpha),
          WithParams("softmax", abi::kTfLiteBuiltinSoftmax, kBeta),
          Binary("add", abi::kTfLiteBuiltinAdd),
          Binary("sub", abi::kTfLiteBuiltinSub),
          Binary("mul", abi::kTfLiteBuiltinMul),
          Binary("div", abi::kTfLiteBuiltinDiv),
          Binary("maximum", abi::kTfLiteBuiltinMaximum),
          Binary("minimum", abi::kTfLiteBuiltinMinimum),
          Binary("squared_difference", abi::kTfLiteBuiltinSquaredDifference),
          Binary("prelu", abi::kTfLiteBuiltinPrelu),
          {"dequantize", [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinDequantize, {m.Input({2, 3, 4}, ir::DataType::kFloat16)}, {1});
           }}};
}

// Of inputs of these types and dims that stretch, or are alike.
inline Case Typed(std::string name, int op_code, const std::vector<ir::DataType>& inputs,
                  ir::DataType output) {
  return {std::move(name), [=](ModelBuilder& m) {
            std::vector<ir::TensorId> ids;
            for (const ir::DataType type : inputs) ids.push_back(m.Input({2, 5, 6}, type));
            const ir::TensorId result = m.Node(op_code, ids, {1});
            m.tensor(result).type = output;
          }};
}

inline std::vector<Case> OtherTypes() {
  using enum ir::DataType;
  return {Typed("equal", abi::kTfLiteBuiltinEqual, {kFloat32, kFloat32}, kBool),
          Typed("not_equal", abi::kTfLiteBuiltinNotEqual, {kInt64, kInt64}, kBool),
          Typed("greater", abi::kTfLiteBuiltinGreater, {kInt32, kInt32}, kBool),
          Typed("greater_equal", abi::kTfLiteBuiltinGreaterEqual, {kFloat32, kFloat32}, kBool),
          Typed("less", abi::kTfLiteBuiltinLess, {kInt64, kInt64}, kBool),
          Typed("less_equal", abi::kTfLiteBuiltinLessEqual, {kFloat32, kFloat32}, kBool),
          Typed("logical_and", abi::kTfLiteBuiltinLogicalAnd, {kBool, kBool}, kBool),
          Typed("logical_or", abi::kTfLiteBuiltinLogicalOr, {kBool, kBool}, kBool),
          Typed("logical_not", abi::kTfLiteBuiltinLogicalNot, {kBool}, kBool),
          Typed("floor_div", abi::kTfLiteBuiltinFloorDiv, {kInt32, kInt32}, kInt32),
          Typed("floor_mod", abi::kTfLiteBuiltinFloorMod, {kInt64, kInt64}, kInt64),
          Typed("select", abi::kTfLiteBuiltinSelect, {kBool, kInt8, kInt8}, kInt8),
          Typed("select_v2", abi::kTfLiteBuiltinSelectV2, {kBool, kInt64, kInt64}, kInt64),
          {"cast", [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinCast, {m.Input({2, 3}, kInt32)}, {1}, abi::TfLiteCastParams());
           }}};
}

inline std::vector<Case> Rows() {
  return {Unary("log_softmax", abi::kTfLiteBuiltinLogSoftmax),
          WithParams("l2_normalization", abi::kTfLiteBuiltinL2Normalization, abi::TfLiteL2NormParams()),
          {"cumsum",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinCumsum, {m.Input({2, 3, 4}), Scalar(m, 1)}, {1},
                    abi::TfLiteCumsumParams());
           }},
          {"batch_matmul",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinBatchMatmul, {m.Input({2, 1, 3, 4}), m.Input({3, 5, 4})}, {1},
                    abi::TfLiteBatchMatMulParams{.adj_y = true});
           }},
          {"embedding_lookup", [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinEmbeddingLookup, {m.Input({3}, ir::DataType::kInt32), m.Input({4, 5})},
                    {1});
           }}};
}

// Over one axis that the model stores as a vector.
inline Case Reduced(std::string name, int op_code, ir::DataType type) {
  return {std::move(name), [=](ModelBuilder& m) {
            const ir::TensorId result = m.Node(op_code, {m.Input({2, 3, 4}, type), m.Ints({1})}, {1}, kKeep);
            m.tensor(result).type = type;
          }};
}

// The place along an axis that the model stores as a scalar.
inline Case Placed(std::string name, int op_code) {
  return {std::move(name), [=](ModelBuilder& m) {
            const ir::TensorId result =
                m.Node(op_code, {m.Input({2, 3, 4}), Scalar(m, 1)}, {1}, abi::TfLiteArgMinMaxParams());
            m.tensor(result).type = ir::DataType::kInt64;
          }};
}

inline std::vector<Case> Reductions() {
  using enum ir::DataType;
  return {Reduced("reduce_max", abi::kTfLiteBuiltinReduceMax, kFloat32),
          Reduced("reduce_min", abi::kTfLiteBuiltinReduceMin, kInt32),
          Reduced("reduce_prod", abi::kTfLiteBuiltinReduceProd, kInt64),
          Reduced("reduce_all", abi::kTfLiteBuiltinReduceAll, kBool),
          Reduced("reduce_any", abi::kTfLiteBuiltinReduceAny, kBool),
          Placed("arg_max", abi::kTfLiteBuiltinArgMax),
          Placed("arg_min", abi::kTfLiteBuiltinArgMin)};
}

inline std::vector<Case> Windows() {
  return {
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
      WithParams("max_pool_2d", abi::kTfLiteBuiltinMaxPool2d, kPool),
      WithParams("average_pool_2d", abi::kTfLiteBuiltinAveragePool2d, kPool),
      {"resize_bilinear", [](ModelBuilder& m) {
         m.Node(abi::kTfLiteBuiltinResizeBilinear, {m.Input({2, 4, 3, 8}), m.Ints({7, 5})}, {1}, kHalfPixel);
       }}};
}

inline std::vector<Case> Rearrangements() {
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

inline std::vector<Case> Cases() {
  std::vector<Case> all;
  for (const auto& some : {Elementwise(), OtherTypes(), Rows(), Reductions(), Windows(), Rearrangements()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace litevk::test
