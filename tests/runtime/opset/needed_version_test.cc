// Versions that arithmetic, conversions and operators with weights need.
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_names.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/runtime/opset/node_model.h"

namespace litevk::test {
namespace {

using enum schema::TensorType;
using schema::ActivationFunctionType;

// The example in TFLite's guide to operator versions.
TEST(NeededVersion, DepthwiseConvOfDilationOtherThanOne) {
  const Operands inputs = {{FLOAT32, {1, 8, 8, 4}}, {FLOAT32, {1, 3, 3, 4}}, {FLOAT32, {4}}};
  const Operands outputs = {{FLOAT32, {1, 8, 8, 4}}};
  const auto needed = [&](int width, int height) {
    schema::DepthwiseConv2DOptionsT options;
    options.dilation_w_factor = width;
    options.dilation_h_factor = height;
    return Needed(abi::kTfLiteBuiltinDepthwiseConv2d, inputs, outputs, options);
  };
  EXPECT_EQ(needed(1, 1), 1);
  EXPECT_EQ(needed(2, 1), 2);
  EXPECT_EQ(needed(1, 2), 2);
  EXPECT_EQ(needed(3, 3), 2);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinDepthwiseConv2d, inputs, outputs), 1);
}

TEST(NeededVersion, FakeQuantOfANarrowRange) {
  const auto needed = [](bool is_narrow) {
    schema::FakeQuantOptionsT options;
    options.narrow_range = is_narrow;
    return Needed(abi::kTfLiteBuiltinFakeQuant, {{FLOAT32, {2}}}, {{FLOAT32, {2}}}, options);
  };
  EXPECT_EQ(needed(false), 1);
  EXPECT_EQ(needed(true), 2);
}

TEST(NeededVersion, DepthwiseConvByTypes) {
  const auto needed = [](schema::TensorType input, Operand filter, schema::TensorType output) {
    schema::DepthwiseConv2DOptionsT options;
    return Needed(abi::kTfLiteBuiltinDepthwiseConv2d, {{input, {1, 4, 4, 2}}, std::move(filter)},
                  {{output, {1, 4, 4, 2}}}, options);
  };
  const std::vector<int> dims = {1, 3, 3, 2};
  EXPECT_EQ(needed(INT8, {INT8, dims}, INT8), 3);
  EXPECT_EQ(needed(FLOAT32, Operand(INT8, dims).Scaled({1}), FLOAT32), 4);
  EXPECT_EQ(needed(INT16, {INT16, dims}, INT16), 5);
  EXPECT_EQ(needed(FLOAT32, Operand(INT8, dims).Scaled({1, 2}, 3), FLOAT32), 6);
  EXPECT_EQ(needed(INT8, {INT4, dims}, INT8), 7);
}

TEST(NeededVersion, Conv) {
  const auto needed = [](schema::TensorType input, Operand filter, schema::TensorType output) {
    return Needed(abi::kTfLiteBuiltinConv2d, {{input, {1, 4, 4, 6}}, std::move(filter)},
                  {{output, {1, 4, 4, 2}}}, schema::Conv2DOptionsT());
  };
  const std::vector<int> dims = {2, 3, 3, 6};
  EXPECT_EQ(needed(FLOAT32, {FLOAT32, dims}, FLOAT32), 1);
  EXPECT_EQ(needed(FLOAT32, Operand(INT8, dims).Scaled({1}), FLOAT32), 2);
  EXPECT_EQ(needed(INT8, {INT8, dims}, INT8), 3);
  EXPECT_EQ(needed(INT16, {INT16, dims}, INT16), 4);
  EXPECT_EQ(needed(FLOAT32, Operand(INT8, dims).Scaled({1, 2}), FLOAT32), 5);
  EXPECT_EQ(needed(FLOAT32, {FLOAT32, {2, 3, 3, 3}}, FLOAT32), 6);
  EXPECT_EQ(needed(INT8, {INT4, dims}, INT8), 7);
  EXPECT_EQ(needed(INT16, {INT8, dims}, INT16), 8);
}

TEST(NeededVersion, TransposeConv) {
  const auto needed = [](const Operands& inputs, ActivationFunctionType activation) {
    schema::TransposeConvOptionsT options;
    options.fused_activation_function = activation;
    return Needed(abi::kTfLiteBuiltinTransposeConv, inputs, {FLOAT32}, options);
  };
  EXPECT_EQ(needed({INT32, FLOAT32, FLOAT32}, ActivationFunctionType::NONE), 1);
  EXPECT_EQ(needed({INT32, INT8, INT8}, ActivationFunctionType::NONE), 2);
  EXPECT_EQ(needed({INT32, FLOAT32, FLOAT32, FLOAT32}, ActivationFunctionType::NONE), 3);
  EXPECT_EQ(needed({INT32, FLOAT32, FLOAT32, Operand(FLOAT32).Absent()}, ActivationFunctionType::NONE), 1);
  EXPECT_EQ(needed({INT32, FLOAT32, FLOAT32}, ActivationFunctionType::RELU), 4);
}

TEST(NeededVersion, FullyConnected) {
  const auto needed = [](const Operands& inputs, schema::TensorType output,
                         schema::FullyConnectedOptionsT options = {}) {
    return Needed(abi::kTfLiteBuiltinFullyConnected, inputs, {output}, options);
  };
  schema::FullyConnectedOptionsT shuffled, keeps_dims, asymmetric;
  shuffled.weights_format = schema::FullyConnectedOptionsWeightsFormat::SHUFFLED4x16INT8;
  keeps_dims.keep_num_dims = true;
  asymmetric.asymmetric_quantize_inputs = true;
  const std::vector<int> dims = {3, 4};
  EXPECT_EQ(needed({FLOAT32, {FLOAT32, dims}, FLOAT32}, FLOAT32), 1);
  EXPECT_EQ(needed({UINT8, {UINT8, dims}, INT32}, INT16, shuffled), 2);
  EXPECT_EQ(needed({FLOAT32, Operand(INT8, dims).Scaled({1}), FLOAT32}, FLOAT32), 3);
  EXPECT_EQ(needed({INT8, {INT8, dims}, INT32}, INT8), 4);
  EXPECT_EQ(needed({FLOAT32, {FLOAT32, dims}, FLOAT32}, FLOAT32, keeps_dims), 5);
  EXPECT_EQ(needed({FLOAT32, {FLOAT32, dims}}, FLOAT32), 6);
  EXPECT_EQ(needed({INT16, {INT16, dims}, INT32}, INT16), 7);
  EXPECT_EQ(needed({FLOAT32, Operand(FLOAT32, dims).Sparse(), FLOAT32}, FLOAT32), 8);
  EXPECT_EQ(needed({FLOAT32, Operand(INT8, dims).Scaled({1}), FLOAT32}, FLOAT32, asymmetric), 9);
  EXPECT_EQ(needed({INT8, {INT4, dims}, INT32}, INT8), 10);
  EXPECT_EQ(needed({INT16, {INT8, dims}, INT64}, INT16), 11);
  EXPECT_EQ(needed({FLOAT32, Operand(INT8, dims).Scaled({1, 1, 1}), FLOAT32}, FLOAT32), 12);
  EXPECT_EQ(needed({INT16, {INT4, dims}, INT64}, INT16), 13);
  EXPECT_EQ(needed({FLOAT32, {INT2, dims}, FLOAT32}, FLOAT32), 14);
}

TEST(NeededVersion, Recurrent) {
  const Operands floats(5, FLOAT32);
  const Operands hybrid = {FLOAT32, INT8, INT8};
  schema::LSTMOptionsT basic, asymmetric;
  basic.kernel_type = schema::LSTMKernelType::BASIC;
  asymmetric.asymmetric_quantize_inputs = true;
  const int lstm = abi::kTfLiteBuiltinLstm;
  EXPECT_EQ(Needed(lstm, floats, {FLOAT32}), 1);
  EXPECT_EQ(Needed(lstm, floats, {FLOAT32}, basic), 2);
  EXPECT_EQ(Needed(lstm, hybrid, {FLOAT32}), 3);
  EXPECT_EQ(Needed(lstm, hybrid, {FLOAT32}, asymmetric), 4);
  EXPECT_EQ(Needed(lstm, {INT16, INT8, INT8}, {INT16}), 5);
  schema::UnidirectionalSequenceLSTMOptionsT diagonal;
  diagonal.diagonal_recurrent_tensors = true;
  const int sequence = abi::kTfLiteBuiltinUnidirectionalSequenceLstm;
  EXPECT_EQ(Needed(sequence, floats, {FLOAT32}), 1);
  EXPECT_EQ(Needed(sequence, hybrid, {FLOAT32}), 2);
  EXPECT_EQ(Needed(sequence, floats, {FLOAT32}, diagonal), 4);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinRnn, floats, {FLOAT32}), 1);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinRnn, hybrid, {FLOAT32}), 2);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinSvdf, hybrid, {FLOAT32}), 2);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinSvdf, {INT8, INT8}, {INT8}), 3);
}

TEST(NeededVersion, Arithmetic) {
  schema::AddOptionsT any_scale;
  any_scale.pot_scale_int16 = false;
  const Operand scaled = Operand(INT16).Scaled({0.5F});
  const int add = abi::kTfLiteBuiltinAdd;
  EXPECT_EQ(Needed(add, {FLOAT32, FLOAT32}, {FLOAT32}), 1);
  EXPECT_EQ(Needed(add, {INT8, INT8}, {INT8}), 2);
  EXPECT_EQ(Needed(add, {scaled, scaled}, {scaled}), 1);
  EXPECT_EQ(Needed(add, {scaled, scaled}, {scaled}, any_scale), 3);
  EXPECT_EQ(Needed(add, {INT64, INT64}, {INT64}), 4);
  EXPECT_EQ(Needed(add, {INT16, INT16}, {INT16}), 5);
  EXPECT_EQ(Needed(add, {FLOAT16, FLOAT16}, {FLOAT16}), 6);
  const auto mul = [](float a, float b, float out) {
    return Needed(abi::kTfLiteBuiltinMul, {Operand(INT8).Scaled({a}), Operand(INT8).Scaled({b})},
                  {Operand(INT8).Scaled({out})});
  };
  EXPECT_EQ(mul(0.5F, 0.5F, 1), 2);
  EXPECT_EQ(mul(2, 0.5F, 1), 3);
  EXPECT_EQ(NeededFor(abi::kTfLiteBuiltinMul, COMPLEX64), 6);
  EXPECT_EQ(NeededFor(abi::kTfLiteBuiltinMul, INT16), 7);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinAbs, {scaled}, {scaled}), 3);
  EXPECT_EQ(NeededFor(abi::kTfLiteBuiltinAbs, INT16), 4);
  EXPECT_EQ(NeededFor(abi::kTfLiteBuiltinAbs, INT32), 5);
}

TEST(NeededVersion, BroadcastingAboveFourDims) {
  const Operand five = {FLOAT32, {1, 2, 3, 4, 5}};
  const Operand four = {FLOAT32, {2, 3, 4, 5}};
  for (const auto& [op_code, version] : std::vector<std::pair<int, int>>{{abi::kTfLiteBuiltinDiv, 2},
                                                                         {abi::kTfLiteBuiltinSub, 3},
                                                                         {abi::kTfLiteBuiltinMaximum, 3},
                                                                         {abi::kTfLiteBuiltinMinimum, 3}}) {
    EXPECT_EQ(Needed(op_code, {five, four}, {five}), version) << abi::BuiltinName(op_code);
    EXPECT_EQ(Needed(op_code, {five, five}, {five}), 1) << abi::BuiltinName(op_code);
    EXPECT_EQ(Needed(op_code, {four, {FLOAT32, {5}}}, {four}), 1) << abi::BuiltinName(op_code);
  }
}

TEST(NeededVersion, Conversions) {
  const auto cast = [](schema::TensorType from, schema::TensorType to) {
    return Needed(abi::kTfLiteBuiltinCast, {from}, {to});
  };
  EXPECT_EQ(cast(FLOAT32, INT32), 1);
  EXPECT_EQ(cast(UINT32, FLOAT32), 2);
  EXPECT_EQ(cast(FLOAT32, INT8), 3);
  EXPECT_EQ(cast(UINT16, FLOAT32), 4);
  EXPECT_EQ(cast(FLOAT32, FLOAT64), 5);
  EXPECT_EQ(cast(INT4, FLOAT32), 6);
  EXPECT_EQ(cast(FLOAT32, BFLOAT16), 7);
  EXPECT_EQ(cast(FLOAT32, INT2), 8);
  EXPECT_EQ(cast(FLOAT8_E5M2, FLOAT32), 9);
  const auto dequantize = [](Operand input) {
    return Needed(abi::kTfLiteBuiltinDequantize, {std::move(input)}, {FLOAT32});
  };
  EXPECT_EQ(dequantize(UINT8), 1);
  EXPECT_EQ(dequantize(Operand(INT8, {2, 3}).Scaled({1})), 2);
  EXPECT_EQ(dequantize(FLOAT16), 3);
  EXPECT_EQ(dequantize(Operand(INT8, {2, 3}).Scaled({1, 1, 1}, 1)), 5);
  EXPECT_EQ(dequantize(INT4), 6);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinQuantize, {FLOAT32}, {Operand(INT8, {2, 3}).Scaled({1, 1})}), 3);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinQuantize, {FLOAT32}, {Operand(INT16, {2, 3}).Scaled({1})}), 2);
  EXPECT_EQ(Needed(abi::kTfLiteBuiltinQuantize, {FLOAT32}, {INT4}), 4);
}

}  // namespace
}  // namespace litevk::test
