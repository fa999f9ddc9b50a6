// Sums and means of floats along axes, beside the plain loops and beside sums of doubles.
#include "tests/kernels_cpu/fast_kernel_calls.h"

namespace litevk::cpu {
namespace {

using ref::Floats;
using ref::Node;

struct Reduction {
  ir::Shape dims;
  std::vector<int> axes;
};

const std::vector<Reduction>& AllReductions() {
  static const std::vector<Reduction> reductions = {
      {{1}, {0}},
      {{5}, {}},
      {{7, 3}, {1}},
      {{7, 3}, {0}},
      {{5, 131}, {-1}},
      {{131, 5}, {0}},
      {{2500, 261}, {0}},
      {{2, 9, 7, 19}, {1, 2}},
      {{2, 9, 7, 300}, {1, 2}},
      {{1, 7, 7, 1}, {1, 2}},
      {{2, 3, 4, 5}, {0, 1, 2, 3}},
      {{2, 3, 4, 5}, {0, 2}},
      {{2, 3, 4, 5}, {1, 3}},
      {{2, 3, 4, 5, 6}, {0, 2, 4}},
      {{2, 3, 4, 5}, {3, -1, 1, 1}},
      {{2, 1, 4, 1}, {1, 3}},
      {{3, 0, 4}, {1}},
      {{0, 4}, {0, 1}},
  };
  return reductions;
}

Node NodeOf(int op_code, const Reduction& reduction, const Floats& values) {
  Node node(op_code);
  node.Input(reduction.dims, values)
      .Input({static_cast<int>(reduction.axes.size())}, reduction.axes)
      .Options(abi::TfLiteReducerParams{.keep_dims = true});
  return node;
}

// Returns small integers, whose sums are exact in any order.
Floats Exact(const ir::Shape& dims) {
  Floats values = RandomFloats(dims, 3);
  for (float& value : values) value = std::round(value);
  return values;
}

class FloatSumTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(FloatSumTest, HasTheBitsOfThePlainLoopsWhereSumsAreExact) {
  for (const Reduction& reduction : AllReductions()) {
    for (const int op_code : {abi::kTfLiteBuiltinSum, abi::kTfLiteBuiltinMean}) {
      SCOPED_TRACE("operator " + std::to_string(op_code) + " of " + reduction.dims.ToString() + " along " +
                   ::testing::PrintToString(reduction.axes));
      Node node = NodeOf(op_code, reduction, Exact(reduction.dims));
      const auto fast = RunFastKernel(op_code, node, GetParam().isa);
      ASSERT_TRUE(fast.has_value());
      EXPECT_EQ(BitsOf(*fast), BitsOf(node.Values()));
    }
  }
}

TEST_P(FloatSumTest, PassesNansAndInfinities) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const std::vector<int>& axes : {std::vector<int>{0}, std::vector<int>{1}}) {
    Floats values(size_t{67} * 67, 1);
    values[0] = std::nanf("");
    values[67 * 33 + 33] = kInfinity;
    values[67 * 65 + 65] = -kInfinity;
    values[67 * 66 + 66] = kInfinity;
    Node node = NodeOf(abi::kTfLiteBuiltinSum, {{67, 67}, axes}, values);
    EXPECT_EQ(BitsOf(*RunFastKernel(abi::kTfLiteBuiltinSum, node, GetParam().isa)), BitsOf(node.Values()));
  }
}

// The largest error of long sums of values of one sign, in units of the sum.
double LargestError(const Floats& sums, const Floats& values, int rows, bool of_rows) {
  const size_t columns = values.size() / static_cast<size_t>(rows);
  double largest = 0;
  for (size_t i = 0; i < sums.size(); ++i) {
    double exact = 0;
    for (size_t k = 0; k < values.size() / sums.size(); ++k) {
      exact += static_cast<double>(of_rows ? values[i * columns + k] : values[k * columns + i]);
    }
    largest = std::max(largest, std::abs(static_cast<double>(sums[i]) - exact) / exact);
  }
  return largest;
}

TEST_P(FloatSumTest, IsNoLessPreciseThanThePlainLoops) {
  for (const bool of_rows : {true, false}) {
    const Reduction reduction = of_rows ? Reduction{{8, 100003}, {1}} : Reduction{{100003, 8}, {0}};
    Floats values = RandomFloats(reduction.dims, 4);
    for (float& value : values) value = std::abs(value);
    Node node = NodeOf(abi::kTfLiteBuiltinSum, reduction, values);
    const Floats fast = *RunFastKernel(abi::kTfLiteBuiltinSum, node, GetParam().isa);
    const int rows = reduction.dims[0];
    EXPECT_LE(LargestError(fast, values, rows, of_rows), LargestError(node.Values(), values, rows, of_rows));
    EXPECT_LE(LargestError(fast, values, rows, of_rows), 2.5e-7);
  }
}

TEST_P(FloatSumTest, GivesTheSameBitsForAnyCountOfThreads) {
  for (const Reduction& reduction : {Reduction{{3000, 301}, {1}}, Reduction{{3, 100, 10, 700}, {1, 2}},
                                     Reduction{{900, 3, 301}, {0, 2}}}) {
    Node node = NodeOf(abi::kTfLiteBuiltinMean, reduction, RandomFloats(reduction.dims, 5));
    const auto alone = RunFastKernel(abi::kTfLiteBuiltinMean, node, GetParam().isa);
    for (const int threads : {2, 3, 8}) {
      EXPECT_EQ(RunFastKernel(abi::kTfLiteBuiltinMean, node, GetParam().isa, threads), alone);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, FloatSumTest, ::testing::ValuesIn(OwnIsas()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace litevk::cpu
