// Operators of int16, by tables.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

using enum ir::DataType;

class Table16Test : public ::testing::TestWithParam<IsaRow> {};

QuantizedNode NodeOf(int op_code, float scale, const ir::Shape& dims) {
  QuantizedNode node(op_code, {kInt16, 0x1p-15F});
  node.Input({kInt16, scale}, dims);
  if (op_code == abi::kTfLiteBuiltinGelu) node.Options(abi::TfLiteGeluParams{.approximate = true});
  if (op_code == abi::kTfLiteBuiltinLeakyRelu) node.Options(abi::TfLiteLeakyReluParams{.alpha = 0.2F});
  if (op_code == abi::kTfLiteBuiltinSoftmax) node.Options(abi::TfLiteSoftmaxParams{.beta = 1});
  return node;
}

TEST_P(Table16Test, ComputesTheBitsOfThePlainLoops) {
  for (const int op_code :
       {abi::kTfLiteBuiltinExp, abi::kTfLiteBuiltinGelu, abi::kTfLiteBuiltinLeakyRelu,
        abi::kTfLiteBuiltinLogistic, abi::kTfLiteBuiltinTanh, abi::kTfLiteBuiltinSoftmax}) {
    for (const float scale : {0.0001F, 0.0007F, 0.02F}) {
      for (const ir::Shape& dims : {ir::Shape{65536}, ir::Shape{3, 313, 70}, ir::Shape{2, 70001}}) {
        SCOPED_TRACE("operator " + std::to_string(op_code) + ", " + dims.ToString());
        NodeOf(op_code, scale, dims).ExpectSame(GetParam().isa);
      }
    }
  }
}

TEST_P(Table16Test, ComputesEveryValue) {
  std::vector<uint16_t> values(1 << 16);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<uint16_t>(i);
  QuantizedNode node(abi::kTfLiteBuiltinTanh, {kInt16, 0x1p-15F});
  node.Values({kInt16, 0.0003F}, {1 << 16}, values).ExpectSame(GetParam().isa);
}

TEST_P(Table16Test, LeavesFewValuesToThePlainLoop) {
  EXPECT_FALSE(NodeOf(abi::kTfLiteBuiltinTanh, 0.001F, {65535}).Fast(GetParam().isa).has_value());
  EXPECT_FALSE(NodeOf(abi::kTfLiteBuiltinSoftmax, 0.001F, {65535}).Fast(GetParam().isa).has_value());
}

INSTANTIATE_TEST_SUITE_P(All, Table16Test, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
