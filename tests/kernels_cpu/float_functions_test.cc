// Functions of floats of all magnitudes, beside the plain loops and beside the C library's of doubles.
#include "kernels_cpu/simd/float_functions.h"

#include "tests/kernels_cpu/fast_kernel_calls.h"

namespace litevk::cpu {
namespace {

using ref::Floats;
using ref::Node;

// Returns every `step`-th normal float, of both signs, and zeros.
Floats AllMagnitudes(uint32_t step) {
  constexpr uint32_t kFirst = 0x00800000;
  constexpr uint32_t kEnd = 0x7f800000;
  Floats values = {0.0F, -0.0F};
  for (uint32_t bits = kFirst; bits < kEnd; bits += step) {
    values.push_back(std::bit_cast<float>(bits));
    values.push_back(-values.back());
  }
  return values;
}

// Returns the distance in ULPs of `exact`, rounded to a float. Denormals count as zeros.
double Ulps(float value, double exact) {
  constexpr double kLeast = std::numeric_limits<float>::min();
  if (std::abs(exact) < kLeast) return std::abs(static_cast<double>(value)) <= kLeast ? 0 : 1e9;
  if (exact > static_cast<double>(std::numeric_limits<float>::max())) return std::isinf(value) ? 0 : 1e9;
  return std::abs(static_cast<double>(value) - exact) / std::ldexp(1.0, std::ilogb(exact) - 23);
}

struct Function {
  std::string name;
  FloatFunction FloatFunctions::*function;
  double (*exact)(double x);
  double ulps;  // bound
};

const std::vector<Function>& TranscendentalFunctions() {
  static const std::vector<Function> functions = {
      {"exp", &FloatFunctions::exp, [](double x) { return std::exp(x); }, 1.0},
      {"logistic", &FloatFunctions::logistic, [](double x) { return 1 / (1 + std::exp(-x)); }, 2.1},
      {"tanh", &FloatFunctions::tanh, [](double x) { return std::tanh(x); }, 2.7},
      {"elu", &FloatFunctions::elu, [](double x) { return x < 0 ? std::expm1(x) : x; }, 1.5},
  };
  return functions;
}

class FloatFunctionsTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(FloatFunctionsTest, AreWithinAFewUlpsOfTheExactValues) {
  const Floats values = AllMagnitudes(4001);
  for (const Function& function : TranscendentalFunctions()) {
    Floats results(values.size());
    (FloatFunctionsFor(GetParam().isa).*function.function)(values.data(), static_cast<int64_t>(values.size()),
                                                           results.data());
    double largest = 0;
    size_t worst = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      const double ulps = Ulps(results[i], function.exact(static_cast<double>(values[i])));
      if (!(ulps <= largest)) worst = i;
      largest = std::max(largest, ulps);
    }
    EXPECT_LE(largest, function.ulps) << function.name << " of " << values[worst] << " is " << results[worst];
    RecordProperty(function.name, std::to_string(largest));
  }
}

Node NodeOf(int op_code, const Floats& values) {
  Node node(op_code);
  node.Input({static_cast<int>(values.size())}, values);
  if (op_code == abi::kTfLiteBuiltinLeakyRelu) node.Options(abi::TfLiteLeakyReluParams{.alpha = 0.3F});
  return node;
}

constexpr int kExact[] = {
    abi::kTfLiteBuiltinSqrt,      abi::kTfLiteBuiltinRsqrt,     abi::kTfLiteBuiltinSquare,
    abi::kTfLiteBuiltinHardSwish, abi::kTfLiteBuiltinRelu,      abi::kTfLiteBuiltinRelu6,
    abi::kTfLiteBuiltinRelu0To1,  abi::kTfLiteBuiltinReluN1To1, abi::kTfLiteBuiltinLeakyRelu};
constexpr int kTranscendental[] = {abi::kTfLiteBuiltinExp, abi::kTfLiteBuiltinLogistic,
                                   abi::kTfLiteBuiltinTanh, abi::kTfLiteBuiltinElu};

TEST_P(FloatFunctionsTest, HaveTheBitsOfThePlainLoopsWhereOperationsAreRounded) {
  for (const int op_code : kExact) {
    for (const int count : {1, 3, 16, 37, 1001}) {
      Node node = NodeOf(op_code, AwkwardFloats({count}, 9));
      EXPECT_EQ(BitsOf(*RunFastKernel(op_code, node, GetParam().isa)), BitsOf(node.Values())) << op_code;
    }
  }
}

TEST_P(FloatFunctionsTest, TakeNansInfinitiesAndZerosAsThePlainLoopsDo) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLargest = std::numeric_limits<float>::max();
  for (const int op_code : kTranscendental) {
    // One of them at each position of a vector, and at a row's end.
    Floats values;
    for (int i = 0; i < 7; ++i) {
      const Floats awkward = {std::nanf(""), kInfinity, -kInfinity, 0.0F, -0.0F, kLargest, -kLargest};
      values.insert(values.end(), awkward.begin(), awkward.end());
    }
    Node node = NodeOf(op_code, values);
    EXPECT_EQ(BitsOf(*RunFastKernel(op_code, node, GetParam().isa)), BitsOf(node.Values())) << op_code;
  }
}

TEST_P(FloatFunctionsTest, GiveTheSameBitsForAnyCountOfThreads) {
  for (const int op_code : kTranscendental) {
    Node node = NodeOf(op_code, RandomFloats({100003}, 10));
    const auto alone = RunFastKernel(op_code, node, GetParam().isa);
    for (const int threads : {2, 3, 8}) {
      EXPECT_EQ(RunFastKernel(op_code, node, GetParam().isa, threads), alone) << op_code;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, FloatFunctionsTest, ::testing::ValuesIn(OwnIsas()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace litevk::cpu
