// Loading, allocating and running models on the CPU.
#include "runtime/interpreter/interpreter.h"
#include "kernels_cpu/registration/builtin_op_resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <thread>

#include "runtime/interpreter/profile.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// y = (x + c) * x
TestModel MakeModel() {
  TestModel model;
  const int x = model.Input({2});
  const int sum = model.Op(abi::kTfLiteBuiltinAdd, {x, model.Floats({2}, {1, 2})}, {2});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinMul, {sum, x}, {2})});
  return model;
}

TEST(Interpreter, RunsAModel) {
  TestModel model = MakeModel();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<float>(0, {3, 4});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(12, 24));
}

TEST(Interpreter, RefusesToRunBeforeAllocation) {
  TestModel model = MakeModel();
  TestInterpreter interpreter(model);
  EXPECT_EQ(interpreter->Invoke().message(),
            "Invoke called on model that is not ready: allocate its tensors first.");
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  ASSERT_OK(interpreter->ResizeInput(0, {5}));
  EXPECT_FALSE(interpreter->Invoke().ok());
}

TEST(Interpreter, ResizesInputs) {
  TestModel model;
  const int x = model.Input({1});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {x, model.Floats({}, {10})}, {1})});
  TestInterpreter interpreter(model);
  for (const int size : {1, 4, 2}) {
    ASSERT_OK(interpreter->ResizeInput(0, {size}));
    ASSERT_OK(interpreter->AllocateTensors());
    interpreter.SetInput(0, std::vector<float>(static_cast<size_t>(size), 1));
    ASSERT_OK(interpreter->Invoke());
    EXPECT_EQ(interpreter.Output(), std::vector<float>(static_cast<size_t>(size), 11));
  }
}

TEST(Interpreter, NamesAnInputThatIsNotThere) {
  TestModel model = MakeModel();
  TestInterpreter interpreter(model);
  EXPECT_EQ(interpreter->ResizeInput(1, {2}).message(), "there is no input 1 among 1");
}

TEST(Interpreter, PassesTheReasonOfAFailedPrepare) {
  TestModel model;
  const int x = model.Input({2});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {x, model.Floats({3}, {1, 2, 3})}, {2})});
  TestInterpreter interpreter(model);
  const Status status = interpreter->AllocateTensors();
  EXPECT_THAT(status.message(), HasSubstr("ADD: "));
  EXPECT_THAT(status.message(), HasSubstr("\nNode number 0 (ADD) failed to prepare."));
  EXPECT_EQ(interpreter->TakeErrors(), status.message());
  EXPECT_EQ(interpreter->TakeErrors(), "");
}

TEST(Interpreter, ReportsEachMessageOnce) {
  TestModel model = MakeModel();
  std::vector<std::string> messages;
  InterpreterOptions options;
  options.report_error = [&](std::string_view message) { messages.emplace_back(message); };
  TestInterpreter interpreter(model, options);
  EXPECT_FALSE(interpreter->Invoke().ok());
  EXPECT_THAT(messages, ElementsAre("Invoke called on model that is not ready: allocate its tensors first."));
}

TEST(Interpreter, NeedsEveryOperator) {
  TestModel builtin;
  builtin.AddOp(abi::kTfLiteBuiltinAdd, {builtin.Input({1}), builtin.Floats({1}, {1})}, {builtin.Tensor({1})},
                99);
  EXPECT_EQ(TestInterpreter(builtin).status().message(),
            "Didn't find op for builtin opcode 'ADD' version '99'. An older version of this builtin might be "
            "supported. Are you using an old TFLite binary with a newer model?");
  TestModel custom;
  custom.AddCustomOp("Atan", {custom.Input({1})}, {custom.Tensor({1})});
  EXPECT_THAT(TestInterpreter(custom).status().message(),
              HasSubstr("Encountered unresolved custom op: Atan."));
}

TEST(Interpreter, SaysWhatToDoAboutOperatorsOfTensorFlow) {
  TestModel model;
  model.AddCustomOp("FlexErf", {model.Input({1})}, {model.Tensor({1})});
  EXPECT_EQ(
      TestInterpreter(model).status().message(),
      "Select TensorFlow op FlexErf is not supported by this interpreter: the model was converted with "
      "SELECT_TF_OPS, and its operators of TensorFlow need TensorFlow's Flex delegate; convert it without "
      "SELECT_TF_OPS, or bring the operator (docs/CUSTOM_OPS.md)");
}

TEST(Interpreter, LoadsUnresolvedOperatorsWhenAllowed) {
  TestModel model;
  const int y = model.Tensor({1});
  model.AddCustomOp("Atan", {model.Input({1})}, {y});
  model.SetOutputs({y});
  TestInterpreter interpreter(model, {.allow_unresolved = true});
  ASSERT_OK(interpreter.status());
  EXPECT_EQ(interpreter.main().registration(0).version, 1);
  EXPECT_STREQ(interpreter.main().registration(0).custom_name, "Atan");
  const Status status = interpreter->AllocateTensors();
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(status.message(), HasSubstr("Encountered unresolved custom op: Atan."));
  EXPECT_THAT(status.message(), HasSubstr("Node number 0 (Atan) failed to prepare."));
}

TEST(Interpreter, CancelsBetweenNodes) {
  TestModel model;
  const int x = model.Input({1});
  const int y = model.Tensor({1});
  model.AddCustomOp("Cancel", {x}, {y});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {y, y}, {1})});
  static Interpreter* running = nullptr;
  abi::TfLiteRegistration cancel = {};
  cancel.invoke = [](abi::TfLiteContext*, abi::TfLiteNode*) {
    std::thread([] { running->Cancel(); }).join();
    return abi::kTfLiteOk;
  };
  TestInterpreter interpreter(model, {.enable_profiling = true}, {{"Cancel", cancel}});
  running = &*interpreter;
  ASSERT_OK(interpreter->AllocateTensors());
  const Status status = interpreter->Invoke();
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
  EXPECT_EQ(status.message(), "Client requested cancel during Invoke()");
  EXPECT_EQ(interpreter->profile().Of(0, 0).runs, 1);
  EXPECT_EQ(interpreter->profile().Of(0, 1).runs, 0);
  EXPECT_FALSE(interpreter->is_cancelled()) << "the next run may go on";
}

TEST(Interpreter, CancelsTheNextRun) {
  TestModel model = MakeModel();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter->Cancel();
  EXPECT_EQ(interpreter->Invoke().code(), StatusCode::kCancelled);
  EXPECT_OK(interpreter->Invoke());
}

TEST(Interpreter, ProfilesWhenAsked) {
  TestModel model = MakeModel();
  for (const bool enabled : {false, true}) {
    TestInterpreter interpreter(model, {.enable_profiling = enabled});
    ASSERT_OK(interpreter->AllocateTensors());
    for (int run = 0; run < 3; ++run) ASSERT_OK(interpreter->Invoke());
    const NodeProfile profile = interpreter->profile().Of(0, 1);
    EXPECT_EQ(profile.runs, enabled ? 3 : 0);
    EXPECT_EQ(profile.seconds > 0, enabled);
  }
}

abi::TfLiteRegistration HalveRegistration() {
  abi::TfLiteRegistration halve = {};
  halve.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    const volatile float smallest = FLT_MIN;
    *context->tensors[node->outputs->data[0]].data.f = smallest / 2;
    return abi::kTfLiteOk;
  };
  return halve;
}

TEST(Interpreter, FlushesDenormals) {
#if defined(__SSE__) || defined(__aarch64__)
  TestModel model;
  const int y = model.Tensor({1});
  model.AddCustomOp("Halve", {model.Input({1})}, {y});
  model.SetOutputs({y});
  TestInterpreter interpreter(model, {}, {{"Halve", HalveRegistration()}});
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  EXPECT_EQ(interpreter.Output()[0], 0.0F);
  const volatile float smallest = FLT_MIN;
  EXPECT_EQ(std::fpclassify(smallest / 2), FP_SUBNORMAL) << "only during the run";
#endif
}

TEST(Interpreter, RunsApartFromOthersOfTheSameModel) {
  TestModel model = MakeModel();
  const auto loaded = model.Load();
  ASSERT_TRUE(loaded.ok());
  const BuiltinOpResolver resolver;
  const auto run = [&](float value) {
    auto created = Interpreter::Create(*loaded, resolver, {});
    Interpreter& interpreter = **created;
    EXPECT_OK(interpreter.AllocateTensors());
    Subgraph& main = interpreter.primary();
    for (int repeat = 0; repeat < 100; ++repeat) {
      std::fill_n(main.tensor(main.inputs()[0]).data.f, 2, value);
      EXPECT_OK(interpreter.Invoke());
      EXPECT_EQ(main.tensor(main.outputs()[0]).data.f[1], (value + 2) * value);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(run, static_cast<float>(i));
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace litevk::test
