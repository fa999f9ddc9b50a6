// Operators of two quantized inputs beside the plain loops, at every kind of broadcasting.
#include <limits>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/kernels_cpu/quantized_node.h"

namespace litevk::cpu {
namespace {

constexpr ir::DataType kInt8 = ir::DataType::kInt8;
constexpr ir::DataType kUInt8 = ir::DataType::kUInt8;
constexpr ir::DataType kInt16 = ir::DataType::kInt16;

struct Dims {
  ir::Shape left;
  ir::Shape right;
};

std::vector<Dims> AllDims() {
  std::vector<Dims> all = {
      {{1}, {1}},
      {{3}, {3}},
      {{2, 1, 5}, {2, 1, 5}},
      {{40}, {1}},
      {{1}, {2, 40}},
      {{7, 33}, {33}},
      {{33}, {7, 33}},
      {{2, 5, 3, 16}, {16}},
      {{2, 5, 3, 17}, {2, 1, 1, 17}},
      {{2, 5, 3, 17}, {2, 5, 3, 1}},
      {{2, 1, 3, 1}, {1, 5, 1, 19}},
      {{1, 4, 1}, {3, 1, 1}},
      {{6, 1, 4, 1, 5}, {1, 2, 1, 3, 5}},
      {{40, 501}, {501}},
      {{30001}, {30001}},
  };
  return all;
}

struct BinaryCase {
  int op_code;
  QuantizedType left;
  QuantizedType right;
  QuantizedType output;
  decltype(abi::TfLiteAddParams::activation) activation = abi::kTfLiteActNone;
};

std::vector<BinaryCase> Cases() {
  std::vector<BinaryCase> cases = {
      {abi::kTfLiteBuiltinSquaredDifference, {kInt8, 0.03F, -9}, {kInt8, 0.05F, 7}, {kInt8, 0.2F, -128}},
      {abi::kTfLiteBuiltinMaximum, {kInt8, 0.1F}, {kInt8, 0.1F}, {kInt8, 0.1F}},
      {abi::kTfLiteBuiltinMinimum, {kUInt8, 0.1F}, {kUInt8, 0.1F}, {kUInt8, 0.1F}},
      {abi::kTfLiteBuiltinMaximum, {kInt16, 0.1F}, {kInt16, 0.1F}, {kInt16, 0.1F}},
      {abi::kTfLiteBuiltinMinimum, {kInt8}, {kInt8}, {kInt8}},
  };
  for (const int op_code : {abi::kTfLiteBuiltinAdd, abi::kTfLiteBuiltinSub, abi::kTfLiteBuiltinMul}) {
    for (const float output : {0.04F, 0.003F, 1.0F}) {
      cases.push_back({op_code, {kInt8, 0.03F, -9}, {kInt8, 0.05F, 7}, {kInt8, output, 5}});
      cases.push_back({op_code, {kUInt8, 0.03F, 128}, {kUInt8, 0.0002F, 255}, {kUInt8, output, 3}});
      cases.push_back({op_code, {kInt16, 0.00031F}, {kInt16, 0.00017F}, {kInt16, output / 100}});
    }
    for (const auto activation : {abi::kTfLiteActRelu, abi::kTfLiteActRelu6, abi::kTfLiteActReluN1To1}) {
      cases.push_back({op_code, {kInt8, 0.03F, -9}, {kInt8, 0.05F, 7}, {kInt8, 0.04F, -30}, activation});
      cases.push_back({op_code, {kInt16, 0.0003F}, {kInt16, 0.0005F}, {kInt16, 0.0004F}, activation});
    }
  }
  return cases;
}

QuantizedNode NodeOf(const BinaryCase& binary, const Dims& dims) {
  QuantizedNode node(binary.op_code, binary.output);
  node.Input(binary.left, dims.left, 1).Input(binary.right, dims.right, 2);
  if (binary.op_code == abi::kTfLiteBuiltinMul) {
    node.Options(abi::TfLiteArithmeticParams{.activation = binary.activation});
  } else if (binary.op_code == abi::kTfLiteBuiltinAdd || binary.op_code == abi::kTfLiteBuiltinSub) {
    node.Options(abi::TfLiteAddParams{.activation = binary.activation});
  }
  return node;
}

class QuantizedBinaryTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(QuantizedBinaryTest, ComputesTheBitsOfThePlainLoops) {
  for (const BinaryCase& binary : Cases()) {
    for (const Dims& dims : AllDims()) {
      SCOPED_TRACE("operator " + std::to_string(binary.op_code) + " of " +
                   std::string(ir::Name(binary.output.type)) + ", " + dims.left.ToString() + ", " +
                   dims.right.ToString());
      NodeOf(binary, dims).ExpectSame(GetParam().isa);
    }
  }
}

// All pairs of two bytes, at scales whose multipliers are extreme.
TEST_P(QuantizedBinaryTest, ComputesAllPairsOfBytes) {
  const BinaryCase cases[] = {
      {abi::kTfLiteBuiltinAdd, {kInt8, 1.0F, -128}, {kInt8, 1e-9F, 127}, {kInt8, 0.01F, 127}},
      {abi::kTfLiteBuiltinAdd, {kInt8, 2.0F, -128}, {kInt8, 2.0F, -128}, {kInt8, 1e-7F, 127}},
      {abi::kTfLiteBuiltinSub, {kInt8, 2.0F, 127}, {kInt8, 2.0F, -128}, {kInt8, 4.0F, -128}},
      {abi::kTfLiteBuiltinMul, {kInt8, 3.0F, 127}, {kInt8, 3.0F, 127}, {kInt8, 1e-6F, -128}},
      {abi::kTfLiteBuiltinMul, {kInt8, 1e-3F, 127}, {kInt8, 1e-3F, -128}, {kInt8, 1e3F, 0}},
      {abi::kTfLiteBuiltinSquaredDifference, {kInt8, 1.0F, 127}, {kInt8, 1.0F, -128}, {kInt8, 200.0F, -128}},
  };
  std::vector<int8_t> all;
  for (int value = -128; value < 128; ++value) all.push_back(static_cast<int8_t>(value));
  for (const BinaryCase& binary : cases) {
    for (const bool is_row : {false, true}) {
      QuantizedNode node(binary.op_code, binary.output);
      node.Values(binary.left, is_row ? ir::Shape{256, 1} : ir::Shape{256}, all)
          .Values(binary.right, is_row ? ir::Shape{256} : ir::Shape{256, 1}, all);
      if (binary.op_code == abi::kTfLiteBuiltinMul) {
        node.Options(abi::TfLiteArithmeticParams{});
      } else if (binary.op_code != abi::kTfLiteBuiltinSquaredDifference) {
        node.Options(abi::TfLiteAddParams{});
      }
      node.ExpectSame(GetParam().isa);
    }
  }
}

TEST_P(QuantizedBinaryTest, LeavesSumsThatShiftToThePlainLoops) {
  QuantizedNode shifted(abi::kTfLiteBuiltinAdd, {kInt16, 0x1p-10F});
  shifted.Input({kInt16, 0x1p-10F}, {5}).Input({kInt16, 0x1p-12F}, {5});
  shifted.Options(abi::TfLiteAddParams{.pot_scale_int16 = true});
  EXPECT_FALSE(shifted.Fast(GetParam().isa).has_value());
  QuantizedNode scaled(abi::kTfLiteBuiltinAdd, {kInt16, 0.001F});
  scaled.Input({kInt16, 0x1p-10F}, {5}).Input({kInt16, 0x1p-12F}, {5});
  scaled.Options(abi::TfLiteAddParams{.pot_scale_int16 = true}).ExpectSame(GetParam().isa);
}

INSTANTIATE_TEST_SUITE_P(All, QuantizedBinaryTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
