// End-to-end tests of custom operators. The example's Atan is added from a program and from a library. The
// tests cover its options, and the public restatement of TFLite's C ABI that it uses.
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
using testing::FloatEq;
using testing::HasSubstr;
using testing::Optional;
using testing::Pointwise;

std::vector<uint8_t> OffsetOptions(float offset) {
  flexbuffers::Builder builder;
  builder.Map([&] { builder.Float("offset", offset); });
  builder.Finish();
  return builder.GetBuffer();
}

// Computes atan(x + 0.5), then atan of that - 1.
TestModel AtanModel() {
  TestModel model;
  const int x = model.Input({2, 3});
  const int middle = model.Tensor({2, 3});
  const int y = model.Tensor({2, 3});
  model.AddCustomOp("Atan", {x}, {middle}, OffsetOptions(0.5f));
  model.AddCustomOp("Atan", {middle}, {y}, OffsetOptions(-1.0f));
  model.SetOutputs({y});
  return model;
}

std::vector<float> Expected(const std::vector<float>& values) {
  std::vector<float> results;
  results.reserve(values.size());
  for (const float x : values) results.push_back(std::atan(std::atan(x + 0.5f) - 1.0f));
  return results;
}

class CustomOp : public testing::Test {
 protected:
  std::optional<runtime::Interpreter> Make(runtime::Options& options) {
    const auto model = runtime::Model::FromBuffer(bytes_, &error_);
    if (!model) return std::nullopt;
    return runtime::Interpreter::Create(*model, options, &error_);
  }

  static void ExpectItRuns(std::optional<runtime::Interpreter>& interpreter, const std::vector<float>& x) {
    ASSERT_EQ(interpreter->AllocateTensors(), kLitevkOk) << interpreter->error();
    ASSERT_EQ(interpreter->input(0).CopyFrom(std::span(x)), kLitevkOk);
    for (int run = 0; run < 2; ++run) {
      ASSERT_EQ(interpreter->Invoke(), kLitevkOk) << interpreter->error();
      const std::span<const float> output = interpreter->output(0).data<float>();
      EXPECT_THAT(std::vector(output.begin(), output.end()), Pointwise(FloatEq(), Expected(x)));
    }
  }

  std::vector<std::byte> bytes_ = AtanModel().Bytes();
  std::string error_;
};

TEST_F(CustomOp, IsAddedByTheProgram) {
  runtime::Options options;
  ASSERT_EQ(options.AddCustom("Atan", kAtanRegistration), kLitevkOk);
  auto interpreter = Make(options);
  ASSERT_TRUE(interpreter) << error_;
  ExpectItRuns(interpreter, {-8, 0.5f, 2, 2.2f, 201, 0});
}

TEST_F(CustomOp, ComesFromALibrary) {
  runtime::Options options;
  ASSERT_EQ(options.LoadCustomOps(LITEVK_ATAN_LIBRARY, &error_), kLitevkOk) << error_;
  auto interpreter = Make(options);
  ASSERT_TRUE(interpreter) << error_;
  ExpectItRuns(interpreter, {-8, 0.5f, 2, 2.2f, 201, 0});
}

TEST_F(CustomOp, FollowsAResizedInput) {
  runtime::Options options;
  ASSERT_EQ(options.AddCustom("Atan", kAtanRegistration), kLitevkOk);
  auto interpreter = Make(options);
  ASSERT_TRUE(interpreter) << error_;
  ExpectItRuns(interpreter, {1, 2, 3, 4, 5, 6});
  for (const std::vector<int>& dims : std::vector<std::vector<int>>{{5}, {}, {1, 2, 2}}) {
    ASSERT_EQ(interpreter->ResizeInput(0, dims), kLitevkOk);
    std::vector<float> x;
    for (const int dim : dims) x.resize(std::max<size_t>(x.size(), 1) * static_cast<size_t>(dim), 0.25f);
    if (dims.empty()) x = {0.25f};
    ExpectItRuns(interpreter, x);
  }
}

TEST_F(CustomOp, IsProfiledLikeAnyOther) {
  runtime::Options options;
  options.SetEnableProfiling(true);
  ASSERT_EQ(options.AddCustom("Atan", kAtanRegistration), kLitevkOk);
  auto interpreter = Make(options);
  ExpectItRuns(interpreter, {1, 2, 3, 4, 5, 6});
  const std::vector<LitevkNodeInfo> nodes = interpreter->nodes();
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_STREQ(nodes[1].op_name, "Atan");
  EXPECT_EQ(nodes[1].profiled_runs, 2);
  EXPECT_GT(nodes[1].profiled_seconds, 0);
}

// The interpreter here is the library's code too; this test uses the C++ interface.
TEST_F(CustomOp, IsAddedToAResolver) {
  MutableOpResolver resolver;
  ASSERT_OK(LoadCustomOps(LITEVK_ATAN_LIBRARY, resolver));
  const abi::TfLiteRegistration* found = resolver.FindCustom("Atan", 1);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(resolver.FindCustom("Atan", 2), nullptr);
  TestModel model = AtanModel();
  TestInterpreter interpreter(model, {}, {{"Atan", *found}});
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  const std::vector<float> x = {1, 2, 3, 4, 5, 6};
  interpreter.SetInput(0, x);
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), Pointwise(FloatEq(), Expected(x)));
}

TEST_F(CustomOp, SaysWhatItCannotRun) {
  runtime::Options options;
  ASSERT_EQ(options.AddCustom("Atan", kAtanRegistration), kLitevkOk);
  const auto error = [&](schema::TensorType type, const std::vector<uint8_t>& op_options) {
    TestModel model;
    const int x = model.Input({2}, type);
    const int y = model.Tensor({2});
    model.AddCustomOp("Atan", {x}, {y}, op_options);
    model.SetOutputs({y});
    bytes_ = model.Bytes();
    auto interpreter = Make(options);
    EXPECT_NE(interpreter->AllocateTensors(), kLitevkOk);
    return interpreter->error();
  };
  EXPECT_THAT(error(schema::TensorType::INT32, OffsetOptions(1)),
              HasSubstr("Atan: the input and the output must be float32"));
  EXPECT_THAT(error(schema::TensorType::FLOAT32, {}), HasSubstr("Atan: the options have no number 'offset'"));
  EXPECT_THAT(error(schema::TensorType::FLOAT32, {1, 2, 3, 4}),
              HasSubstr("Atan: the options have no number 'offset'"));
}

TEST_F(CustomOp, ALibraryThatIsNoneIsRefused) {
  runtime::Options options;
  EXPECT_EQ(options.LoadCustomOps("/no/such/library.so", &error_), kLitevkApplicationError);
  EXPECT_THAT(error_, HasSubstr("cannot load custom operators: /no/such/library.so"));
  EXPECT_EQ(options.LoadCustomOps(LITEVK_LIBRARY, &error_), kLitevkApplicationError);
  EXPECT_THAT(error_, HasSubstr("does not export LitevkRegisterCustomOps"));
}

TEST_F(CustomOp, NothingAndEmptyRangesAreRefused) {
  runtime::Options options;
  EXPECT_EQ(LitevkInterpreterOptionsAddCustom(options.get(), nullptr, &kAtanRegistration, 1, 1),
            kLitevkApplicationError);
  EXPECT_EQ(LitevkInterpreterOptionsAddCustom(options.get(), "Atan", nullptr, 1, 1), kLitevkApplicationError);
  EXPECT_EQ(LitevkInterpreterOptionsAddCustom(options.get(), "Atan", &kAtanRegistration, 2, 1),
            kLitevkApplicationError);
  EXPECT_EQ(LitevkInterpreterOptionsAddBuiltin(options.get(), 0, nullptr, 1, 1), kLitevkApplicationError);
}

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
