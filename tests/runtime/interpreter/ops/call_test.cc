// Tests of CALL and CALL_ONCE.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/interpreter/ops/control_flow_test.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two nodes call one subgraph with different shapes.
TEST(Call, ASubgraphServesEveryNodeInItsOwnShape) {
  TestModel model;
  const int x = model.Input({1});
  const int y = model.Input({3});
  const int x_result = model.Tensor({1});
  const int y_result = model.Tensor({3});
  AddCall(model, {x}, {x_result}, 1);
  AddCall(model, {y}, {y_result}, 1);
  model.SetOutputs({x_result, y_result});
  AddArithmeticSubgraph(model, "called", abi::kTfLiteBuiltinAdd, 1, {1});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_FALSE(IsDynamic(interpreter, x_result));
  for (int run = 0; run < 2; ++run) {
    interpreter.SetInput(0, {1});
    interpreter.SetInput(1, {1, 2, 3});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(0), ElementsAre(2));
    EXPECT_THAT(interpreter.Output(1), ElementsAre(2, 3, 4));
  }
}

TEST(CallOnce, RunsOncePerInterpreter) {
  static int runs = 0;
  runs = 0;
  abi::TfLiteRegistration counting = {};
  counting.invoke = [](abi::TfLiteContext*, abi::TfLiteNode*) {
    ++runs;
    return abi::kTfLiteOk;
  };
  TestModel model;
  AddCallOnce(model, 1);
  AddCallOnce(model, 1);
  const int x = model.Input({1});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {x, x}, {1})});
  model.AddSubgraph("init");
  const int constant = model.Floats({1}, {1});
  model.AddCustomOp("Counting", {constant}, {model.Tensor({1})});
  for (int interpreters = 1; interpreters <= 2; ++interpreters) {
    TestInterpreter interpreter(model, {}, {{"Counting", counting}});
    ASSERT_OK(interpreter.status());
    for (int allocations = 0; allocations < 2; ++allocations) {
      ASSERT_OK(interpreter->ResizeInput(0, {allocations + 1}));
      ASSERT_OK(interpreter->AllocateTensors());
      ASSERT_OK(interpreter->Invoke());
      ASSERT_OK(interpreter->Invoke());
    }
    EXPECT_EQ(runs, interpreters);
  }
}

TEST(CallOnce, RunsAgainAfterAFailure) {
  static int runs = 0;
  runs = 0;
  abi::TfLiteRegistration failing_first = {};
  failing_first.invoke = [](abi::TfLiteContext*, abi::TfLiteNode*) {
    return ++runs == 1 ? abi::kTfLiteError : abi::kTfLiteOk;
  };
  TestModel model;
  AddCallOnce(model, 1);
  model.AddSubgraph("init");
  const int constant = model.Floats({1}, {1});
  model.AddCustomOp("FailingFirst", {constant}, {model.Tensor({1})});
  TestInterpreter interpreter(model, {}, {{"FailingFirst", failing_first}});
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_FALSE(interpreter->Invoke().ok());
  EXPECT_OK(interpreter->Invoke());
  EXPECT_OK(interpreter->Invoke());
  EXPECT_EQ(runs, 2);
}

TEST(CallOnce, TakesNoTensors) {
  TestModel model;
  AddCallOnce(model, 1);
  AddArithmeticSubgraph(model, "init", abi::kTfLiteBuiltinAdd, 1, {1});
  EXPECT_THAT(PrepareError(model), HasSubstr("CALL_ONCE: has 0 inputs for subgraph 1, which has 1"));
}

}  // namespace
}  // namespace litevk::test
