// Operators of one value of 8 bits, by tables.
#include <gmock/gmock.h>

#include <numeric>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

constexpr ir::DataType kInt8 = ir::DataType::kInt8;
constexpr ir::DataType kUInt8 = ir::DataType::kUInt8;

struct UnaryCase {
  int op_code;
  QuantizedType input;
  QuantizedType output;
};

std::vector<UnaryCase> Cases() {
  std::vector<UnaryCase> cases = {
      {abi::kTfLiteBuiltinLogistic, {kInt8, 0.05F, 3}, {kInt8, 0x1p-8F, -128}},
      {abi::kTfLiteBuiltinLogistic, {kUInt8, 0.05F, 131}, {kUInt8, 0x1p-8F, 0}},
      {abi::kTfLiteBuiltinTanh, {kInt8, 0.02F, -7}, {kInt8, 0x1p-7F, 0}},
      {abi::kTfLiteBuiltinTanh, {kUInt8, 0.02F, 100}, {kUInt8, 0x1p-7F, 128}},
      {abi::kTfLiteBuiltinExp, {kInt8, 0.03F, 0}, {kInt8, 0.4F, -128}},
      {abi::kTfLiteBuiltinLog, {kInt8, 0.03F, -20}, {kInt8, 0.03F, 10}},
      {abi::kTfLiteBuiltinElu, {kInt8, 0.03F, 5}, {kInt8, 0.02F, -60}},
      {abi::kTfLiteBuiltinAbs, {kInt8, 0.03F, 5}, {kInt8, 0.02F, -60}},
      {abi::kTfLiteBuiltinQuantize, {kInt8, 0.03F, 5}, {kUInt8, 0.02F, 60}},
      {abi::kTfLiteBuiltinQuantize, {kUInt8, 0.03F, 5}, {kInt8, 0.02F, -60}},
      {abi::kTfLiteBuiltinQuantize, {kUInt8, 0.03F, 5}, {ir::DataType::kInt16, 0.0002F, -60}},
  };
  for (const int op_code : {abi::kTfLiteBuiltinRelu, abi::kTfLiteBuiltinRelu6, abi::kTfLiteBuiltinReluN1To1,
                            abi::kTfLiteBuiltinRelu0To1, abi::kTfLiteBuiltinHardSwish,
                            abi::kTfLiteBuiltinGelu, abi::kTfLiteBuiltinLeakyRelu}) {
    cases.push_back({op_code, {kInt8, 0.05F, 3}, {kInt8, 0.04F, -20}});
    cases.push_back({op_code, {kUInt8, 0.05F, 130}, {kUInt8, 0.04F, 100}});
  }
  return cases;
}

QuantizedNode NodeOf(const UnaryCase& unary, const ir::Shape& dims) {
  QuantizedNode node(unary.op_code, unary.output);
  node.Input(unary.input, dims);
  if (unary.op_code == abi::kTfLiteBuiltinGelu) node.Options(abi::TfLiteGeluParams{.approximate = true});
  if (unary.op_code == abi::kTfLiteBuiltinLeakyRelu) node.Options(abi::TfLiteLeakyReluParams{.alpha = 0.2F});
  return node;
}

class Table8Test : public ::testing::TestWithParam<IsaRow> {};

TEST_P(Table8Test, ComputesTheBitsOfThePlainLoops) {
  for (const UnaryCase& unary : Cases()) {
    for (const ir::Shape& dims : {ir::Shape{1}, ir::Shape{3, 7}, ir::Shape{2, 1000, 70}}) {
      SCOPED_TRACE("operator " + std::to_string(unary.op_code) + ", " + dims.ToString());
      NodeOf(unary, dims).ExpectSame(GetParam().isa);
    }
  }
}

TEST_P(Table8Test, LeavesNegativeValuesUnderARootToThePlainLoop) {
  for (const int op_code : {abi::kTfLiteBuiltinRsqrt, abi::kTfLiteBuiltinSqrt}) {
    std::vector<int8_t> values(100);
    std::iota(values.begin(), values.end(), int8_t{-20});
    QuantizedNode positive(op_code, {kInt8, 0.04F, -100});
    positive.Values({kInt8, 0.05F, -20}, {100}, values).ExpectSame(GetParam().isa);
    values[50] = -21;
    QuantizedNode negative(op_code, {kInt8, 0.04F, -100});
    negative.Values({kInt8, 0.05F, -20}, {100}, values);
    const auto fast = negative.Fast(GetParam().isa);
    ASSERT_TRUE(fast.has_value());
    EXPECT_EQ(fast->status().message(), negative.Plain().status().message());
    EXPECT_THAT(fast->status().message(), ::testing::HasSubstr("element 50"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Table8Test, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
