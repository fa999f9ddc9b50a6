// Resource variables: VAR_HANDLE, ASSIGN_VARIABLE, READ_VARIABLE.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/strings.h"
#include "tests/runtime/interpreter/ops/control_flow_models.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void AddAssign(TestModel& model, int handle, int value) {
  model.AddOp(abi::kTfLiteBuiltinAssignVariable, {handle, value}, {});
}

void AddRead(TestModel& model, int handle, int output) {
  model.AddOp(abi::kTfLiteBuiltinReadVariable, {handle}, {output});
}

// Adds a subgraph that sets the variable to these values.
void AddInitializer(TestModel& model, const std::string& name, const std::vector<float>& values) {
  model.AddSubgraph("init");
  const int handle = AddHandle(model, name);
  AddAssign(model, handle, model.Floats({static_cast<int>(values.size())}, values));
}

// Computes x -> total += x; total. The total starts as {10, 20}.
TestModel Accumulator() {
  TestModel model;
  const int x = model.Input({2});
  AddCallOnce(model, 1);
  const int old = model.Tensor({2});
  AddRead(model, AddHandle(model, "total"), old);
  const int total = model.Op(abi::kTfLiteBuiltinAdd, {old, x}, {2});
  AddAssign(model, AddHandle(model, "total"), total);
  model.SetOutputs({total});
  AddInitializer(model, "total", {10, 20});
  return model;
}

std::vector<float> RunOnce(TestInterpreter& interpreter, const std::vector<float>& x) {
  interpreter.SetInput(0, x);
  EXPECT_OK(interpreter->Invoke());
  return interpreter.Output();
}

TEST(Variables, KeepTheirValuesFromRunToRun) {
  TestModel model = Accumulator();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_THAT(RunOnce(interpreter, {1, 2}), ElementsAre(11, 22));
  EXPECT_THAT(RunOnce(interpreter, {1, 2}), ElementsAre(12, 24));
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_THAT(RunOnce(interpreter, {5, 5}), ElementsAre(17, 29));
}

TEST(Variables, BelongToOneInterpreter) {
  TestModel model = Accumulator();
  TestModel same = Accumulator();
  TestInterpreter first(model);
  TestInterpreter second(same);
  ASSERT_OK(first->AllocateTensors());
  ASSERT_OK(second->AllocateTensors());
  EXPECT_THAT(RunOnce(first, {1, 2}), ElementsAre(11, 22));
  EXPECT_THAT(RunOnce(second, {3, 4}), ElementsAre(13, 24));
  EXPECT_THAT(RunOnce(first, {1, 2}), ElementsAre(12, 24));
}

TEST(Variables, AreKnownByContainerAndName) {
  TestModel model;
  const std::vector<std::pair<std::string, std::string>> names = {{"", "a"}, {"", "b"}, {"other", "a"}};
  std::vector<int> outputs;
  for (size_t index = 0; index < names.size(); ++index) {
    const int handle = AddHandle(model, names[index].second, names[index].first);
    AddAssign(model, handle, model.Floats({1}, {static_cast<float>(index)}));
  }
  for (const auto& [container, name] : names) {
    outputs.push_back(model.Tensor({1}));
    AddRead(model, AddHandle(model, name, container), outputs.back());
  }
  model.SetOutputs(outputs);
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  for (int index = 0; index < 3; ++index) EXPECT_THAT(interpreter.Output(index), ElementsAre(index));
}

std::string InvokeError(TestModel& model) {
  TestInterpreter interpreter(model);
  if (!interpreter.status().ok()) return interpreter.status().message();
  const Status allocated = interpreter->AllocateTensors();
  return allocated.ok() ? interpreter->Invoke().message() : allocated.message();
}

TEST(Variables, CannotBeReadBeforeTheyAreAssigned) {
  TestModel model;
  const int output = model.Tensor({1});
  AddRead(model, AddHandle(model, "speed"), output);
  model.SetOutputs({output});
  EXPECT_THAT(InvokeError(model),
              HasSubstr("READ_VARIABLE: variable 'speed' is read before anything was assigned to it"));
}

TEST(Variables, SayWhatDoesNotFit) {
  TestModel other_type;
  int handle = AddHandle(other_type, "count");
  AddAssign(other_type, handle, other_type.Ints({1}));
  int output = other_type.Tensor({1});
  AddRead(other_type, handle, output);
  other_type.SetOutputs({output});
  EXPECT_THAT(InvokeError(other_type),
              HasSubstr("READ_VARIABLE: variable 'count' is int32, the output is float32"));

  TestModel other_shape;
  handle = AddHandle(other_shape, "vector");
  AddAssign(other_shape, handle, other_shape.Floats({3}, {1, 2, 3}));
  output = other_shape.Tensor({2});
  AddRead(other_shape, handle, output);
  other_shape.SetOutputs({output});
  EXPECT_THAT(InvokeError(other_shape), HasSubstr("is 2, but gets a value of 3"));

  TestModel no_handle;
  output = no_handle.Tensor({1});
  AddRead(no_handle, no_handle.Floats({1}, {1}), output);
  no_handle.SetOutputs({output});
  EXPECT_THAT(InvokeError(no_handle), HasSubstr("READ_VARIABLE: the handle is float32, expected a resource"));
}

// The model leaves the output's shape open, either as a scalar or in its signature.
TEST(Variables, MayChangeTheirShape) {
  for (const bool has_signature : {false, true}) {
    TestModel model;
    const int x = model.Input({2});
    const int handle = AddHandle(model, "state");
    AddAssign(model, handle, x);
    const int read = has_signature ? model.Tensor({1}) : model.Tensor({});
    if (has_signature) model.tensor(read).shape_signature = {-1};
    AddRead(model, handle, read);
    model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {read, read}, {2})});
    TestInterpreter interpreter(model);
    ASSERT_OK(interpreter.status());
    for (const std::vector<float>& values : std::vector<std::vector<float>>{{1, 2}, {1, 2, 3}, {4}}) {
      ASSERT_OK(interpreter->ResizeInput(0, {static_cast<int>(values.size())}));
      ASSERT_OK(interpreter->AllocateTensors());
      std::vector<float> doubled;
      for (const float value : values) doubled.push_back(2 * value);
      EXPECT_EQ(RunOnce(interpreter, values), doubled);
    }
  }
}

TEST(Variables, HoldStrings) {
  TestModel model;
  const std::vector<std::string> words = {"two", "words"};
  const int handle = AddHandle(model, "text");
  AddAssign(model, handle, model.Constant({2}, kString, ref::PackStrings(words)));
  const int output = model.Tensor({2}, kString);
  AddRead(model, handle, output);
  model.SetOutputs({output});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  for (int run = 0; run < 2; ++run) {
    ASSERT_OK(interpreter->Invoke());
    const abi::TfLiteTensor& tensor = interpreter.main().tensor(output);
    const auto strings = ref::UnpackStrings({static_cast<const std::byte*>(tensor.data.data), tensor.bytes});
    ASSERT_OK(strings.status());
    EXPECT_THAT(*strings, ElementsAre("two", "words"));
  }
}

// A loop gets a handle as one of its variables and doubles the variable behind it. An IF passes the handle
// on.
TEST(Variables, HandlesPassThroughControlFlow) {
  TestModel model;
  const int condition = model.Input({}, kBool);
  AddCallOnce(model, 1);
  const int chosen = model.Tensor({}, kResource);
  AddIf(model, {condition, AddHandle(model, "a"), AddHandle(model, "b")}, {chosen}, 3, 4);
  const std::vector<int> last = {model.Tensor({1}, kInt), model.Tensor({}, kResource)};
  AddWhile(model, {model.Constant<int>({1}, kInt, {0}), chosen}, last, 5, 6);
  const std::vector<int> outputs = {model.Tensor({1}), model.Tensor({1})};
  AddRead(model, AddHandle(model, "a"), outputs[0]);
  AddRead(model, AddHandle(model, "b"), outputs[1]);
  model.SetOutputs(outputs);
  AddInitializer(model, "a", {1});
  AddCallOnce(model, 2);
  AddInitializer(model, "b", {10});
  for (const size_t kept : {0u, 1u}) {
    model.AddSubgraph("branch");
    const std::vector<int> handles = {model.Input({}, kResource), model.Input({}, kResource)};
    model.SetOutputs({handles[kept]});
  }
  AddCountCondition(model, 3, {{}}, kResource);
  model.AddSubgraph("body");
  const Counter counter = AddCounter(model);
  const int handle = model.Input({}, kResource);
  const int value = model.Tensor({1});
  AddRead(model, handle, value);
  AddAssign(model, handle, model.Op(abi::kTfLiteBuiltinAdd, {value, value}, {1}));
  model.SetOutputs({counter.next, handle});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<uint8_t>(0, {1});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(0), ElementsAre(8));
  EXPECT_THAT(interpreter.Output(1), ElementsAre(10));
  interpreter.SetInput<uint8_t>(0, {0});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(0), ElementsAre(8));
  EXPECT_THAT(interpreter.Output(1), ElementsAre(80));
}

}  // namespace
}  // namespace litevk::test
