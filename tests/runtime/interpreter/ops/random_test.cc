// RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL and MULTINOMIAL without seeds, whose numbers differ each time, and
// their generator. Op cases test these operators with seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "runtime/base/philox.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

// The first published test vector of the generator: a counter and a key of zeros.
TEST(Philox, HasItsAuthorsNumbers) {
  EXPECT_EQ(Philox(0, 0).Next(), (PhiloxNumbers{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(Philox, SkipsWhatItWouldHaveGiven) {
  Philox one_by_one(5, 9);
  for (int count = 0; count < 7; ++count) one_by_one.Next();
  Philox at_once(5, 9);
  at_once.Skip(7);
  EXPECT_EQ(at_once.Next(), one_by_one.Next());
}

TEST(Philox, CountsBeyondAWord) {
  Philox halves(5, 9);
  halves.Skip(uint64_t{1} << 31);
  halves.Skip(uint64_t{1} << 31);
  Philox at_once(5, 9);
  at_once.Skip(uint64_t{1} << 32);
  EXPECT_EQ(at_once.Next(), halves.Next());
  // Wraps all 64 bits of the counter once: the second seed is its upper half.
  Philox round(5, 9);
  round.Skip(UINT64_MAX);
  round.Skip(1);
  EXPECT_EQ(round.Next(), Philox(5, 10).Next());
}

// Returns the numbers of one run of the operator with these seeds.
std::vector<float> Draw(int op_code, int count, int64_t seed = 0) {
  TestModel model;
  schema::RandomOptionsT options;
  options.seed = seed;
  const int output = model.Tensor({count});
  model.AddOp(op_code, {model.Ints({count})}, {output}).builtin_options.Set(options);
  model.SetOutputs({output});
  TestInterpreter interpreter(model);
  EXPECT_OK(interpreter.status());
  EXPECT_OK(interpreter->AllocateTensors());
  EXPECT_OK(interpreter->Invoke());
  return interpreter.Output();
}

double MeanOf(const std::vector<float>& values, double power) {
  double sum = 0;
  for (const float value : values) sum += std::pow(value, power);
  return sum / static_cast<double>(values.size());
}

constexpr int kMany = 20000;

// The bounds are six standard deviations of such a mean: fewer than one run in a hundred million fails.
TEST(RandomUniform, WithoutSeedsIsUniformAndNeverTheSame) {
  const std::vector<float> values = Draw(abi::kTfLiteBuiltinRandomUniform, kMany);
  ASSERT_EQ(values.size(), kMany);
  EXPECT_GE(*std::ranges::min_element(values), 0.0F);
  EXPECT_LT(*std::ranges::max_element(values), 1.0F);
  const double deviation = 6 / std::sqrt(kMany);
  EXPECT_NEAR(MeanOf(values, 1), 0.5, deviation * std::sqrt(1.0 / 12));
  EXPECT_NEAR(MeanOf(values, 2), 1.0 / 3, deviation * std::sqrt(4.0 / 45));
  EXPECT_NE(values, Draw(abi::kTfLiteBuiltinRandomUniform, kMany));
  EXPECT_EQ(Draw(abi::kTfLiteBuiltinRandomUniform, 9, 3), Draw(abi::kTfLiteBuiltinRandomUniform, 9, 3));
}

TEST(RandomStandardNormal, WithoutSeedsIsNormalAndNeverTheSame) {
  const std::vector<float> values = Draw(abi::kTfLiteBuiltinRandomStandardNormal, kMany);
  ASSERT_EQ(values.size(), kMany);
  const double deviation = 6 / std::sqrt(kMany);
  EXPECT_NEAR(MeanOf(values, 1), 0, deviation);
  EXPECT_NEAR(MeanOf(values, 2), 1, deviation * std::sqrt(2.0));
  EXPECT_NEAR(MeanOf(values, 4), 3, deviation * std::sqrt(96.0));
  EXPECT_NE(values, Draw(abi::kTfLiteBuiltinRandomStandardNormal, kMany));
}

TEST(RandomStandardNormal, GivesAnOddNumberToo) {
  std::vector<float> values = Draw(abi::kTfLiteBuiltinRandomStandardNormal, 8, 3);
  values.resize(5);
  EXPECT_EQ(Draw(abi::kTfLiteBuiltinRandomStandardNormal, 5, 3), values);
}

// Draws twenty thousand samples of three classes with the weights 1, 2 and 5.
TEST(Multinomial, WithoutSeedsHasTheFrequenciesOfTheLogits) {
  TestModel model;
  const int logits = model.Floats({1, 3}, {std::log(1.0F), std::log(2.0F), std::log(5.0F)});
  const int count = model.Constant<int>({}, schema::TensorType::INT32, {kMany});
  const int output = model.Tensor({1, kMany}, schema::TensorType::INT32);
  model.AddOp(abi::kTfLiteBuiltinMultinomial, {logits, count}, {output})
      .builtin_options.Set(schema::RandomOptionsT());
  model.SetOutputs({output});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  const auto* samples = static_cast<const int32_t*>(interpreter.main().tensor(output).data.data);
  std::vector<double> frequencies(3, 0);
  for (int index = 0; index < kMany; ++index)
    frequencies.at(static_cast<size_t>(samples[index])) += 1.0 / kMany;
  const std::vector<double> expected = {0.125, 0.25, 0.625};
  for (size_t index = 0; index < expected.size(); ++index) {
    const double variance = expected[index] * (1 - expected[index]) / kMany;
    EXPECT_NEAR(frequencies[index], expected[index], 6 * std::sqrt(variance));
  }
}

}  // namespace
}  // namespace litevk::test
