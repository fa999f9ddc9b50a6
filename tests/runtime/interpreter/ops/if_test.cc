// Tests of IF: the chosen branch, shapes that are static or depend on the condition, strings, refused nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/interpreter/ops/control_flow_test.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> RunWith(TestInterpreter& interpreter, uint8_t condition, const std::vector<float>& x) {
  interpreter.SetInput<uint8_t>(0, {condition});
  interpreter.SetInput(1, x);
  EXPECT_OK(interpreter->Invoke());
  return interpreter.Output();
}

// Computes condition, x -> if (condition) x + 1 else x * 10, and adds 5.
TestModel StaticIf() {
  TestModel model;
  const int condition = model.Input({}, kBool);
  const int x = model.Input({2});
  const int chosen = model.Tensor({2});
  AddIf(model, {condition, x}, {chosen}, 1, 2);
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {chosen, model.Floats({}, {5})}, {2}), chosen});
  AddArithmeticSubgraph(model, "then", abi::kTfLiteBuiltinAdd, 1, {2});
  AddArithmeticSubgraph(model, "else", abi::kTfLiteBuiltinMul, 10, {2});
  return model;
}

TEST(If, RunsOneBranchAndKeepsItsShape) {
  TestModel model = StaticIf();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_FALSE(IsDynamic(interpreter, interpreter.main().outputs()[1]));
  EXPECT_THAT(RunWith(interpreter, 1, {1, 2}), ElementsAre(7, 8));
  EXPECT_THAT(RunWith(interpreter, 0, {1, 2}), ElementsAre(15, 25));
  EXPECT_THAT(RunWith(interpreter, 1, {3, 4}), ElementsAre(9, 10));
}

TEST(If, FollowsAResizedInput) {
  TestModel model = StaticIf();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->ResizeInput(1, {3}));
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_THAT(RunWith(interpreter, 0, {1, 2, 3}), ElementsAre(15, 25, 35));
}

TEST(If, BranchesOfDifferentShapesMakeTheOutputDynamic) {
  TestModel model;
  const int condition = model.Input({1}, kBool);
  const int x = model.Input({2});
  const int chosen = model.Tensor({2});
  AddIf(model, {condition, x}, {chosen}, 1, 2);
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {chosen, model.Floats({}, {5})}, {2})});
  AddDoublingSubgraph(model, "then", 2);
  AddArithmeticSubgraph(model, "else", abi::kTfLiteBuiltinMul, 10, {2});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_TRUE(IsDynamic(interpreter, chosen));
  EXPECT_THAT(RunWith(interpreter, 1, {1, 2}), ElementsAre(6, 7, 6, 7));
  EXPECT_THAT(RunWith(interpreter, 0, {1, 2}), ElementsAre(15, 25));
  EXPECT_THAT(RunWith(interpreter, 1, {3, 4}), ElementsAre(8, 9, 8, 9));
}

TEST(If, ADynamicTensorInABranchMakesTheOutputDynamic) {
  TestModel model;
  const int condition = model.Input({}, kBool);
  const int x = model.Input({1});
  const int chosen = model.Tensor({1});
  AddIf(model, {condition, x}, {chosen}, 1, 2);
  model.SetOutputs({chosen});
  model.AddSubgraph("then");
  const int y = model.Input({1});
  const int repeated = model.Tensor({1});
  model.AddCustomOp("Repeat", {model.Ints({3}), y}, {repeated});
  model.SetOutputs({repeated});
  AddArithmeticSubgraph(model, "else", abi::kTfLiteBuiltinMul, 10, {1});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_TRUE(IsDynamic(interpreter, chosen));
  EXPECT_THAT(RunWith(interpreter, 1, {4}), ElementsAre(4, 4, 4));
  EXPECT_THAT(RunWith(interpreter, 0, {4}), ElementsAre(40));
}

TEST(If, ABranchMayHandOnItsInputsAndConstants) {
  TestModel model;
  const int condition = model.Input({}, kBool);
  const int x = model.Input({2});
  const int first = model.Tensor({2});
  const int second = model.Tensor({2});
  AddIf(model, {condition, x}, {first, second}, 1, 2);
  model.SetOutputs({first, second});
  model.AddSubgraph("then");
  const int handed_on = model.Input({2});
  model.SetOutputs({handed_on, model.Floats({2}, {8, 9})});
  model.AddSubgraph("else");
  const int doubled = model.Input({2});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {doubled, doubled}, {2}), doubled});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_THAT(RunWith(interpreter, 1, {1, 2}), ElementsAre(1, 2));
  EXPECT_THAT(interpreter.Output(1), ElementsAre(8, 9));
  EXPECT_THAT(RunWith(interpreter, 0, {3, 4}), ElementsAre(6, 8));
  EXPECT_THAT(interpreter.Output(1), ElementsAre(3, 4));
}

TEST(If, TakesAndGivesStrings) {
  TestModel model;
  const int condition = model.Input({}, kBool);
  const int text = AddStrings(model, {"three", "words", ""});
  const int chosen = model.Tensor({1}, kString);
  AddIf(model, {condition, text}, {chosen}, 1, 2);
  model.SetOutputs({chosen});
  model.AddSubgraph("then");
  model.SetOutputs({model.Input({3}, kString)});
  model.AddSubgraph("else");
  model.Input({3}, kString);
  model.SetOutputs({AddStrings(model, {"other"})});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<uint8_t>(0, {1});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(StringsOf(interpreter, chosen), ElementsAre("three", "words", ""));
  EXPECT_EQ(interpreter.Dims(chosen), ir::Shape{3});
  interpreter.SetInput<uint8_t>(0, {0});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(StringsOf(interpreter, chosen), ElementsAre("other"));
  EXPECT_EQ(interpreter.Dims(chosen), ir::Shape{1});
}

TEST(If, SaysWhatDoesNotFit) {
  const auto error = [](schema::TensorType condition_type, std::vector<int> condition_dims, int outputs,
                        schema::TensorType branch_type) {
    TestModel model;
    const int condition = model.Input(std::move(condition_dims), condition_type);
    const int x = model.Input({2});
    std::vector<int> ids;
    for (int i = 0; i < outputs; ++i) ids.push_back(model.Tensor({2}));
    AddIf(model, {condition, x}, ids, 1, 1);
    model.SetOutputs(ids);
    model.AddSubgraph("branch");
    const int y = model.Input({2}, branch_type);
    model.SetOutputs({y});
    return PrepareError(model);
  };
  EXPECT_THAT(error(kInt, {}, 1, kFloat), HasSubstr("IF: the condition is int32 scalar, expected one bool"));
  EXPECT_THAT(error(kBool, {2}, 1, kFloat), HasSubstr("IF: the condition is bool 2, expected one bool"));
  EXPECT_THAT(error(kBool, {}, 2, kFloat), HasSubstr("IF: has 2 outputs for subgraph 1, which has 1"));
  EXPECT_THAT(error(kBool, {}, 1, kInt), HasSubstr("IF: input 0 is float32, in subgraph 1 it is int32"));
}

}  // namespace
}  // namespace litevk::test
