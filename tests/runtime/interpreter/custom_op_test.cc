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

using testing::FloatEq;
using testing::HasSubstr;
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

}  // namespace
}  // namespace litevk::test
