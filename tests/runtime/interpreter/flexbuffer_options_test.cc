// Options of custom operators, which are FlexBuffers.
#include <flatbuffers/flexbuffers.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "litevk/custom_op.h"
#include "litevk/flexbuffer_options.h"
#include "litevk/interpreter.hpp"
#include "runtime/examples/atan/atan.h"
#include "runtime/interpreter/custom_op_library.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::Optional;

// ---- litevk/flexbuffer_options.h compared with FlatBuffers' own writer ----

std::vector<uint8_t> SampleOptions() {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("small", -3);
    builder.Int("large", std::numeric_limits<int64_t>::min());
    builder.UInt("unsigned", 200);
    builder.UInt("too large", std::numeric_limits<uint64_t>::max());
    builder.Float("single", 0.25f);
    builder.Double("double", 0.1);
    builder.Bool("yes", true);
    builder.String("text", "words");
    builder.IndirectInt("indirect int", -70000);
    builder.IndirectFloat("indirect float", 1.5f);
    builder.IndirectDouble("indirect double", 2.1);
    builder.Add("vector", std::vector<int>{3, -70000, 5});
    builder.Add("unsigned vector", std::vector<uint8_t>{200, 1});
    builder.Add("float vector", std::vector<float>{0.5F});
  });
  builder.Finish();
  return builder.GetBuffer();
}

std::optional<int64_t> IntOption(const std::vector<uint8_t>& options, const char* key) {
  int64_t value = 0;
  if (!LitevkOptionInt64(options.data(), options.size(), key, &value)) return std::nullopt;
  return value;
}

std::optional<double> DoubleOption(const std::vector<uint8_t>& options, const char* key) {
  double value = 0;
  if (!LitevkOptionDouble(options.data(), options.size(), key, &value)) return std::nullopt;
  return value;
}

std::optional<std::vector<int64_t>> VectorOption(const std::vector<uint8_t>& options, const char* key,
                                                 size_t most) {
  std::vector<int64_t> values(most, -1);
  size_t count = 0;
  if (!LitevkOptionInts(options.data(), options.size(), key, values.data(), most, &count))
    return std::nullopt;
  values.push_back(static_cast<int64_t>(count));
  return values;
}

TEST(FlexbufferOptions, VectorsOfIntegersAreRead) {
  const std::vector<uint8_t> options = SampleOptions();
  EXPECT_THAT(VectorOption(options, "vector", 3), Optional(ElementsAre(3, -70000, 5, 3)));
  EXPECT_THAT(VectorOption(options, "vector", 2), Optional(ElementsAre(3, -70000, 3)));
  EXPECT_THAT(VectorOption(options, "vector", 0), Optional(ElementsAre(3)));
  EXPECT_THAT(VectorOption(options, "unsigned vector", 4), Optional(ElementsAre(200, 1, -1, -1, 2)));
  for (const char* key : {"float vector", "small", "text", "absent"}) {
    EXPECT_EQ(VectorOption(options, key, 1), std::nullopt) << key;
  }
}

TEST(FlexbufferOptions, TextsAndKeysAreFound) {
  const std::vector<uint8_t> options = SampleOptions();
  EXPECT_TRUE(LitevkOptionTextIs(options.data(), options.size(), "text", "words"));
  EXPECT_FALSE(LitevkOptionTextIs(options.data(), options.size(), "text", "word"));
  EXPECT_FALSE(LitevkOptionTextIs(options.data(), options.size(), "small", "words"));
  EXPECT_TRUE(LitevkOptionExists(options.data(), options.size(), "float vector"));
  EXPECT_FALSE(LitevkOptionExists(options.data(), options.size(), "absent"));
  EXPECT_TRUE(LitevkOptionsAreMap(options.data(), options.size()));
  EXPECT_FALSE(LitevkOptionsAreMap(options.data(), 2));
}

TEST(FlexbufferOptions, NumbersOfEveryKindAreRead) {
  const std::vector<uint8_t> options = SampleOptions();
  EXPECT_EQ(IntOption(options, "small"), -3);
  EXPECT_EQ(IntOption(options, "large"), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(IntOption(options, "unsigned"), 200);
  EXPECT_EQ(IntOption(options, "yes"), 1);
  EXPECT_EQ(IntOption(options, "indirect int"), -70000);
  EXPECT_EQ(DoubleOption(options, "single"), 0.25);
  EXPECT_EQ(DoubleOption(options, "double"), 0.1);
  EXPECT_EQ(DoubleOption(options, "indirect float"), 1.5);
  EXPECT_EQ(DoubleOption(options, "indirect double"), 2.1);
  EXPECT_EQ(DoubleOption(options, "small"), -3);
}

TEST(FlexbufferOptions, OtherValuesAreNotThere) {
  const std::vector<uint8_t> options = SampleOptions();
  EXPECT_EQ(IntOption(options, "absent"), std::nullopt);
  EXPECT_EQ(IntOption(options, "smal"), std::nullopt);
  EXPECT_EQ(IntOption(options, "text"), std::nullopt);
  EXPECT_EQ(IntOption(options, "double"), std::nullopt);
  EXPECT_EQ(IntOption(options, "too large"), std::nullopt);
  EXPECT_EQ(DoubleOption(options, "text"), std::nullopt);
}

TEST(FlexbufferOptions, SmallMapsAreRead) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("a", -1);
    builder.UInt("b", 255);
  });
  builder.Finish();
  EXPECT_EQ(IntOption(builder.GetBuffer(), "a"), -1);
  EXPECT_EQ(IntOption(builder.GetBuffer(), "b"), 255);
}

TEST(FlexbufferOptions, WhatIsNoMapHoldsNothing) {
  flexbuffers::Builder builder;
  builder.Int(5);
  builder.Finish();
  EXPECT_EQ(IntOption(builder.GetBuffer(), "a"), std::nullopt);
  EXPECT_EQ(IntOption({}, "a"), std::nullopt);
  EXPECT_EQ(IntOption({0, 0}, "a"), std::nullopt);
}

// AddressSanitizer fails this test if a byte outside of the options is read: each buffer is allocated with
// its exact size.
TEST(FlexbufferOptions, DamagedBytesAreNeverReadOutside) {
  const std::vector<uint8_t> whole = SampleOptions();
  const auto read_all = [](const std::vector<uint8_t>& bytes) {
    const std::vector<uint8_t> exact(bytes.begin(), bytes.end());
    for (const char* key : {"small", "large", "single", "text", "indirect double", "vector", "absent"}) {
      IntOption(exact, key);
      DoubleOption(exact, key);
      VectorOption(exact, key, 5);
      static_cast<void>(LitevkOptionTextIs(exact.data(), exact.size(), key, "words"));
    }
  };
  for (size_t size = 0; size < whole.size(); ++size) {
    read_all({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    read_all({whole.end() - static_cast<std::ptrdiff_t>(size), whole.end()});
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      std::vector<uint8_t> damaged = whole;
      damaged[at] = static_cast<uint8_t>(value);
      read_all(damaged);
    }
  }
}

}  // namespace
}  // namespace litevk::test
