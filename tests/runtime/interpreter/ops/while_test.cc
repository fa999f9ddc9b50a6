// Tests of WHILE: iterations, variables that grow or swap, strings, nesting, delegates inside, cancellation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "tests/runtime/interpreter/ops/control_flow_test.h"
#include "tests/runtime/interpreter/toy_delegate.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

int IntOutput(TestInterpreter& interpreter, int output) {
  const abi::TfLiteTensor& tensor =
      interpreter.main().tensor(interpreter.main().outputs()[static_cast<size_t>(output)]);
  int value = 0;
  std::memcpy(&value, tensor.data.data, sizeof(value));
  return value;
}

TEST(While, RunsAsOftenAsItsConditionSays) {
  TestModel model = CountingLoop(4);
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_FALSE(IsDynamic(interpreter, interpreter.main().outputs()[0]));
  for (const auto& [first, last, factor] : {std::tuple(0, 4, 16), std::tuple(3, 4, 2), std::tuple(9, 9, 1)}) {
    interpreter.SetInput<int>(0, {first});
    interpreter.SetInput(1, {1, 3});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(), ElementsAre(factor, 3 * factor)) << first;
    EXPECT_EQ(IntOutput(interpreter, 1), last);
  }
}

TEST(While, FollowsAResizedInput) {
  TestModel model = CountingLoop(2);
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->ResizeInput(1, {3}));
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  interpreter.SetInput(1, {1, 2, 3});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(4, 8, 12));
}

TEST(While, LetsAVariableGrow) {
  TestModel model;
  const int i = model.Input({1}, kInt);
  const int x = model.Input({1});
  const int last = model.Tensor({1}, kInt);
  const int y = model.Tensor({1});
  AddWhile(model, {i, x}, {last, y}, 1, 2);
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {y, model.Floats({}, {1})}, {1})});
  AddCountCondition(model, 3, {{1}});
  model.AddSubgraph("body");
  const Counter counter = AddCounter(model);
  const int old = model.Input({1});
  const int longer = model.Tensor({2});
  AddConcatenation(model, {old, model.Op(abi::kTfLiteBuiltinAdd, {old, old}, {1})}, longer);
  model.SetOutputs({counter.next, longer});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_TRUE(IsDynamic(interpreter, y));
  for (int run = 0; run < 2; ++run) {
    interpreter.SetInput<int>(0, {0});
    interpreter.SetInput(1, {1});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(), ElementsAre(2, 3, 3, 5, 3, 5, 5, 9)) << run;
    interpreter.SetInput<int>(0, {3});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(), ElementsAre(2)) << run;
  }
}

TEST(While, MayExchangeItsVariables) {
  TestModel model;
  const int i = model.Input({1}, kInt);
  const int a = model.Input({1});
  const int b = model.Input({1});
  const std::vector<int> outputs = {model.Tensor({1}, kInt), model.Tensor({1}), model.Tensor({1})};
  AddWhile(model, {i, a, b}, outputs, 1, 2);
  model.SetOutputs({outputs[1], outputs[2]});
  AddCountCondition(model, 3, {{1}, {1}});
  model.AddSubgraph("body");
  const Counter counter = AddCounter(model);
  const int first = model.Input({1});
  const int second = model.Input({1});
  model.SetOutputs({counter.next, second, first});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  interpreter.SetInput(1, {5});
  interpreter.SetInput(2, {7});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(0), ElementsAre(7));
  EXPECT_THAT(interpreter.Output(1), ElementsAre(5));
}

TEST(While, HandsStringsThroughAndChangesThem) {
  TestModel model;
  const int i = model.Input({1}, kInt);
  const int kept = AddStrings(model, {"kept"});
  const int changed = AddStrings(model, {"a", "b"});
  const std::vector<int> outputs = {model.Tensor({1}, kInt), model.Tensor({1}, kString),
                                    model.Tensor({2}, kString)};
  AddWhile(model, {i, kept, changed}, outputs, 1, 2);
  model.SetOutputs(outputs);
  AddCountCondition(model, 2, {{1}, {2}}, kString);
  model.AddSubgraph("body");
  const Counter counter = AddCounter(model);
  const int same = model.Input({1}, kString);
  model.Input({2}, kString);
  model.SetOutputs({counter.next, same, AddStrings(model, {"of the body"})});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(StringsOf(interpreter, outputs[1]), ElementsAre("kept"));
  EXPECT_THAT(StringsOf(interpreter, outputs[2]), ElementsAre("of the body"));
  interpreter.SetInput<int>(0, {2});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(StringsOf(interpreter, outputs[2]), ElementsAre("a", "b"));
}

TEST(While, ADynamicTensorInTheBodyIsFine) {
  TestModel model;
  const int i = model.Input({1}, kInt);
  const int x = model.Input({1});
  const std::vector<int> outputs = {model.Tensor({1}, kInt), model.Tensor({1})};
  AddWhile(model, {i, x}, outputs, 1, 2);
  model.SetOutputs({outputs[1]});
  AddCountCondition(model, 3, {{1}});
  model.AddSubgraph("body");
  const Counter counter = AddCounter(model);
  const int old = model.Input({1});
  const int repeated = model.Tensor({1});
  model.AddCustomOp("Repeat", {counter.next, old}, {repeated});
  model.SetOutputs({counter.next, model.Op(abi::kTfLiteBuiltinAdd, {repeated, repeated}, {1})});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  interpreter.SetInput(1, {1});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(8, 8, 8));
}

// An outer loop of 3 iterations whose body runs an inner loop of 2. An IF chooses the inner step: i < 1 adds
// 1 to x, else 100.
TEST(While, NestsWithItselfAndIf) {
  TestModel model;
  const int i = model.Input({1}, kInt);
  const int x = model.Input({1});
  const std::vector<int> outputs = {model.Tensor({1}, kInt), model.Tensor({1})};
  AddWhile(model, {i, x}, outputs, 1, 2);
  model.SetOutputs({outputs[1]});
  AddCountCondition(model, 3, {{1}});
  model.AddSubgraph("outer body");
  const Counter outer = AddCounter(model);
  const int outer_x = model.Input({1});
  const std::vector<int> inner = {model.Tensor({1}, kInt), model.Tensor({1})};
  AddWhile(model, {model.Constant<int>({1}, kInt, {0}), outer_x}, inner, 3, 4);
  model.SetOutputs({outer.next, inner[1]});
  AddCountCondition(model, 2, {{1}});
  model.AddSubgraph("inner body");
  const Counter counter = AddCounter(model);
  const int old = model.Input({1});
  const int is_first = model.Tensor({1}, kBool);
  model.AddOp(abi::kTfLiteBuiltinLess, {counter.now, model.Ints({1})}, {is_first});
  const int stepped = model.Tensor({1});
  AddIf(model, {is_first, old}, {stepped}, 5, 6);
  model.SetOutputs({counter.next, stepped});
  AddArithmeticSubgraph(model, "then", abi::kTfLiteBuiltinAdd, 1, {1});
  AddArithmeticSubgraph(model, "else", abi::kTfLiteBuiltinAdd, 100, {1});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  interpreter.SetInput(1, {0});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(303));
}

TEST(While, SaysWhatDoesNotFit) {
  TestModel too_few = CountingLoop(2);
  too_few.model().subgraphs[0]->operators[0]->outputs.pop_back();
  too_few.model().subgraphs[0]->outputs = {2};
  EXPECT_THAT(PrepareError(too_few), HasSubstr("WHILE: has 2 inputs and 1 outputs, expected as many"));

  TestModel wrong_condition = CountingLoop(2);
  wrong_condition.model().subgraphs[1]->outputs = {0};
  EXPECT_THAT(PrepareError(wrong_condition),
              HasSubstr("WHILE: the condition, output 0 of subgraph 1, is int32 1, expected one bool"));

  TestModel other_type = CountingLoop(2);
  other_type.model().subgraphs[2]->outputs = {2, 1};
  EXPECT_THAT(PrepareError(other_type), HasSubstr("WHILE: output 1 is float32, in subgraph 2 it is int32"));

  TestModel two_conditions = CountingLoop(2);
  two_conditions.model().subgraphs[1]->outputs = {3, 3};
  EXPECT_THAT(PrepareError(two_conditions),
              HasSubstr("WHILE: subgraph 1, the condition, has 2 outputs, expected 1"));
}

TEST(While, AFailureInTheBodyNamesItsNode) {
  abi::TfLiteRegistration failing = {};
  failing.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode*) {
    context->ReportError(context, "this one fails");
    return abi::kTfLiteError;
  };
  TestModel model = CountingLoop(2);
  model.AddCustomOp("Failing", {0}, {model.Tensor({1})});
  TestInterpreter interpreter(model, {}, {{"Failing", failing}});
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  const Status status = interpreter->Invoke();
  EXPECT_THAT(status.message(), HasSubstr("this one fails"));
  EXPECT_THAT(status.message(), HasSubstr("(Failing) failed to invoke"));
  EXPECT_THAT(status.message(), HasSubstr("(WHILE) failed to invoke"));
}

// A delegate claims the body's MUL and keeps its values on its own side.
TEST(While, DelegatesRunInsideItsBody) {
  ToyDelegate toy({.claims = {abi::kTfLiteBuiltinMul}, .uses_handles = true});
  TestModel model = CountingLoop(3, abi::kTfLiteBuiltinMul);
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  interpreter.SetInput(1, {1, 3});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(1, 6561));
  EXPECT_EQ(std::ranges::count(toy.events, "invoke kernel"), 3);
  interpreter.Destroy();
}

// An endless loop, whose body cancels the run in its third iteration.
TEST(While, StopsWhenTheRunIsCancelled) {
  static int turns = 0;
  turns = 0;
  abi::TfLiteRegistration cancelling = {};
  cancelling.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode*) {
    if (++turns == 3) static_cast<Interpreter&>(SubgraphOf(context).owner()).Cancel();
    return abi::kTfLiteOk;
  };
  TestModel model = CountingLoop(1'000'000'000);
  model.AddCustomOp("Cancelling", {0}, {model.Tensor({1})});
  TestInterpreter interpreter(model, {}, {{"Cancelling", cancelling}});
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int>(0, {0});
  EXPECT_EQ(interpreter->Invoke().code(), StatusCode::kCancelled);
  EXPECT_EQ(turns, 3);
}

TEST(While, WithoutAnyNodeStopsWhenTheRunIsCancelled) {
  TestModel model;
  const int always = model.Input({}, kBool);
  const int result = model.Tensor({}, kBool);
  AddWhile(model, {always}, {result}, 1, 2);
  model.SetOutputs({result});
  for (const char* name : {"condition", "body"}) {
    model.AddSubgraph(name);
    model.SetOutputs({model.Input({}, kBool)});
  }
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<uint8_t>(0, {1});
  std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    interpreter->Cancel();
  });
  EXPECT_EQ(interpreter->Invoke().code(), StatusCode::kCancelled);
}

}  // namespace
}  // namespace litevk::test
