// Operators of two floats beside the plain loops of kernels_ref, bit for bit.
#include "tests/kernels_cpu/fast_kernel_calls.h"

namespace litevk::cpu {
namespace {

using ref::Floats;
using ref::Node;

struct Operands {
  ir::Shape left;
  ir::Shape right;
};

// Dims that merge to one row, to rows beside a repeated row, column or value, and to blocks of rows.
const std::vector<Operands>& AllOperands() {
  static const std::vector<Operands> operands = {
      {{}, {}},
      {{1}, {1}},
      {{3}, {3}},
      {{2, 5, 7}, {2, 5, 7}},
      {{1021}, {}},
      {{1, 1}, {37}},
      {{5, 1}, {1, 9}},
      {{4, 9, 3}, {3}},
      {{40, 41, 3}, {3}},  // copies of a short row, with a rest
      {{64}, {101, 64}},   // copies without a rest
      {{31, 33, 1}, {31, 33, 5}},
      {{31, 33, 24}, {31, 33, 1}},
      {{2, 1, 1, 19}, {2, 6, 5, 19}},
      {{3, 4, 1, 5}, {1, 4, 6, 1}},
      {{2, 1, 3, 1, 2, 1}, {1, 5, 1, 4, 1, 3}},
      {{7, 1, 11}, {13, 11}},
  };
  return operands;
}

constexpr int kArithmetic[] = {abi::kTfLiteBuiltinAdd, abi::kTfLiteBuiltinSub, abi::kTfLiteBuiltinMul,
                               abi::kTfLiteBuiltinDiv};
constexpr int kWithoutActivation[] = {abi::kTfLiteBuiltinMaximum, abi::kTfLiteBuiltinMinimum,
                                      abi::kTfLiteBuiltinSquaredDifference};

Node NodeOf(int op_code, const Operands& operands, int activation) {
  Node node(op_code);
  node.Input(operands.left, AwkwardFloats(operands.left, 1))
      .Input(operands.right, AwkwardFloats(operands.right, 2));
  if (std::ranges::count(kArithmetic, op_code) > 0) {
    node.Options(abi::TfLiteAddParams{.activation = activation});
  }
  return node;
}

class FloatBinaryTest : public ::testing::TestWithParam<IsaRow> {
 protected:
  static void ExpectPlainBits(int op_code, const Operands& operands, int activation = abi::kTfLiteActNone) {
    SCOPED_TRACE("operator " + std::to_string(op_code) + ", " + operands.left.ToString() + " and " +
                 operands.right.ToString());
    Node node = NodeOf(op_code, operands, activation);
    const auto fast = RunFastKernel(op_code, node, GetParam().isa);
    ASSERT_TRUE(fast.has_value());
    EXPECT_EQ(BitsOf(*fast), BitsOf(node.Values()));
  }
};

TEST_P(FloatBinaryTest, HasTheBitsOfThePlainLoopsAtAnyBroadcast) {
  for (const Operands& operands : AllOperands()) {
    for (const int op_code : kArithmetic) ExpectPlainBits(op_code, operands);
    for (const int op_code : kWithoutActivation) ExpectPlainBits(op_code, operands);
  }
}

TEST_P(FloatBinaryTest, ClampsAsThePlainLoopsDo) {
  for (const int activation :
       {abi::kTfLiteActRelu, abi::kTfLiteActReluN1To1, abi::kTfLiteActRelu6, abi::kTfLiteActTanh}) {
    for (const int op_code : kArithmetic) {
      ExpectPlainBits(op_code, {{2, 5, 19}, {2, 5, 19}}, activation);
      ExpectPlainBits(op_code, {{2, 5, 19}, {19}}, activation);
    }
  }
}

TEST_P(FloatBinaryTest, MultipliesNegativeValuesBySlopes) {
  for (const Operands& operands : {Operands{{2, 7, 19}, {1, 1, 19}}, Operands{{2, 7, 19}, {7, 19}}}) {
    ExpectPlainBits(abi::kTfLiteBuiltinPrelu, operands);
  }
}

TEST_P(FloatBinaryTest, GivesTheSameBitsForAnyCountOfThreads) {
  const Operands large[] = {{{300, 1001}, {300, 1001}}, {{100001, 3}, {3}}, {{600, 7, 64}, {600, 1, 64}}};
  for (const Operands& operands : large) {
    Node node = NodeOf(abi::kTfLiteBuiltinAdd, operands, abi::kTfLiteActNone);
    const std::vector<uint32_t> plain = BitsOf(node.Values());
    for (const int threads : {1, 2, 3, 8}) {
      EXPECT_EQ(BitsOf(*RunFastKernel(abi::kTfLiteBuiltinAdd, node, GetParam().isa, threads)), plain);
    }
  }
}

TEST_P(FloatBinaryTest, LeavesIntegersToThePlainLoops) {
  Node node(abi::kTfLiteBuiltinAdd);
  node.Input<int>({2}, {1, 2}).Input<int>({2}, {3, 4}).Options(abi::TfLiteAddParams{});
  EXPECT_EQ(RunFastKernel<int>(abi::kTfLiteBuiltinAdd, node, GetParam().isa), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(All, FloatBinaryTest, ::testing::ValuesIn(OwnIsas()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace litevk::cpu
