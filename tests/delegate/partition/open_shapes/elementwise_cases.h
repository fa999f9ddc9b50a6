// Elementwise operators, of float32 and of other types, for tests/delegate/partition/open_shapes_test.cc.
#pragma once

#include <vector>

#include "tests/delegate/partition/open_shapes/case.h"

namespace litevk::test {

inline constexpr abi::TfLiteLeakyReluParams kAlpha = {0.5F};
inline constexpr abi::TfLiteSoftmaxParams kBeta = {1};

inline std::vector<Case> Elementwise() {
  return {Unary("relu", abi::kTfLiteBuiltinRelu),
          Unary("relu6", abi::kTfLiteBuiltinRelu6),
          Unary("relu_0_to_1", abi::kTfLiteBuiltinRelu0To1),
          Unary("relu_n1_to_1", abi::kTfLiteBuiltinReluN1To1),
          Unary("tanh", abi::kTfLiteBuiltinTanh),
          Unary("exp", abi::kTfLiteBuiltinExp),
          Unary("logistic", abi::kTfLiteBuiltinLogistic),
          Unary("abs", abi::kTfLiteBuiltinAbs),
          Unary("ceil", abi::kTfLiteBuiltinCeil),
          Unary("cos", abi::kTfLiteBuiltinCos),
          Unary("sin", abi::kTfLiteBuiltinSin),
          Binary("pow", abi::kTfLiteBuiltinPow),
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
          {"prelu",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinPrelu, {m.Input({2, 5, 6, 8}), m.Input({5, 1, 8})}, {1});
           }},
          {"dequantize",
           [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinDequantize, {m.Input({2, 3, 4}, ir::DataType::kFloat16)}, {1});
           }},
          {"quantize", [](ModelBuilder& m) {
             ir::Tensor& result = m.tensor(m.Node(abi::kTfLiteBuiltinQuantize, {m.Input({2, 3, 4})}, {1}));
             result.type = ir::DataType::kInt8;
             result.quantization = {.scales = {0.5F}, .zero_points = {3}, .channel_axis = 0};
           }}};
}

// Returns a case with inputs of these types, all with the same dims.
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
          Typed("add_n", abi::kTfLiteBuiltinAddN, {kInt32, kInt32, kInt32, kInt32, kInt32}, kInt32),
          Typed("zeros_like", abi::kTfLiteBuiltinZerosLike, {kInt64}, kInt64),
          Typed("atan2", abi::kTfLiteBuiltinAtan2, {kFloat32, kFloat32}, kFloat32),
          Typed("bitwise_xor", abi::kTfLiteBuiltinBitwiseXor, {kInt32, kInt32}, kInt32),
          Typed("right_shift", abi::kTfLiteBuiltinRightShift, {kInt32, kInt32}, kInt32),
          Typed("stablehlo_add", abi::kTfLiteBuiltinStablehloAdd, {kFloat32, kFloat32}, kFloat32),
          Typed("stablehlo_and", abi::kTfLiteBuiltinStablehloAnd, {kBool, kBool}, kBool),
          Typed("stablehlo_maximum", abi::kTfLiteBuiltinStablehloMaximum, {kInt32, kInt32}, kInt32),
          Typed("stablehlo_minimum", abi::kTfLiteBuiltinStablehloMinimum, {kFloat32, kFloat32}, kFloat32),
          Typed("stablehlo_multiply", abi::kTfLiteBuiltinStablehloMultiply, {kInt64, kInt64}, kInt64),
          Typed("stablehlo_shift_left", abi::kTfLiteBuiltinStablehloShiftLeft, {kInt32, kInt32}, kInt32),
          Typed("floor_mod", abi::kTfLiteBuiltinFloorMod, {kInt64, kInt64}, kInt64),
          Typed("select", abi::kTfLiteBuiltinSelect, {kBool, kInt8, kInt8}, kInt8),
          Typed("select_v2", abi::kTfLiteBuiltinSelectV2, {kBool, kInt64, kInt64}, kInt64),
          {"cast", [](ModelBuilder& m) {
             m.Node(abi::kTfLiteBuiltinCast, {m.Input({2, 3}, kInt32)}, {1}, abi::TfLiteCastParams());
           }}};
}

}  // namespace litevk::test
