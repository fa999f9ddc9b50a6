// Tensors of subgraphs with delegates: dynamic ones, and those whose values lie in a delegate's buffer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/interpreter/delegate_models.h"
#include "tests/runtime/interpreter/test_interpreter.h"
#include "tests/runtime/interpreter/toy_delegate.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(StaticDelegate, WhoseKernelCannotBePreparedIsRemoved) {
  TestModel model = MakeModel();
  ToyDelegate toy({.flags = abi::kTfLiteDelegateFlagsNone, .fails_in_prepare = true});
  TestInterpreter interpreter(model);
  EXPECT_EQ(interpreter->ModifyGraphWithDelegate(toy.get()).code(), StatusCode::kDelegateFailed);
  ExpectRuns(interpreter);
}

TEST(StaticDelegate, SeesFinalShapes) {
  TestModel model = MakeModel();
  std::vector<int> dims;
  ToyDelegate toy({.flags = abi::kTfLiteDelegateFlagsNone, .probe = [&](abi::TfLiteContext* context) {
                     dims = ToVector(context->tensors[4].dims);
                     return abi::kTfLiteOk;
                   }});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ResizeInput(0, {3}));
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  EXPECT_THAT(dims, ElementsAre(3));
  ExpectRuns(interpreter, {1, 2, 3});
}

TEST(StaticDelegate, IsAppliedAgainAfterAResize) {
  TestModel model = MakeModel();
  ToyDelegate toy({.flags = abi::kTfLiteDelegateFlagsNone});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  ExpectRuns(interpreter);
  toy.events.clear();
  ASSERT_OK(interpreter->ResizeInput(0, {3}));
  EXPECT_THAT(toy.events, ElementsAre("free kernel", "free kernel"));
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(0, 1, 2, 3));
  ExpectRuns(interpreter, {1, 2, 3});
  EXPECT_EQ(toy.events[2], "prepare");
  EXPECT_THAT(interpreter.main().plan(), ElementsAre(4, 1, 5));
}

TEST(DynamicDelegate, IsPreparedAgainAfterAResize) {
  TestModel model = MakeModel();
  ToyDelegate toy;
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  ExpectRuns(interpreter);
  toy.events.clear();
  ASSERT_OK(interpreter->ResizeInput(0, {3}));
  ExpectRuns(interpreter, {1, 2, 3});
  EXPECT_THAT(toy.events, ElementsAre("prepare kernel", "prepare kernel", "invoke kernel", "invoke kernel"));
}

TEST(DynamicDelegate, GetsShapesOnRequest) {
  for (const bool propagated : {false, true}) {
    TestModel model = MakeModel();
    ToyDelegate toy;
    toy.options().resizes_outputs = false;
    if (propagated) toy.get()->flags |= abi::kTfLiteDelegateFlagsRequirePropagatedShapes;
    TestInterpreter interpreter(model);
    ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
    ASSERT_OK(interpreter->ResizeInput(0, {3}));
    ASSERT_OK(interpreter->AllocateTensors());
    EXPECT_EQ(interpreter.Dims(4), ir::Shape{propagated ? 3 : 2}) << "nobody else resized the output";
  }
}

TEST(DynamicDelegate, MayMakeItsOutputsDynamic) {
  TestModel model = MakeModel();
  ToyDelegate toy({.makes_outputs_dynamic = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  ExpectRuns(interpreter);
  ASSERT_OK(interpreter->ResizeInput(0, {3}));
  ExpectRuns(interpreter, {1, 2, 3});
  EXPECT_EQ(interpreter.main().tensor(4).allocation_type, abi::kTfLiteDynamic);
}

// Repeat(n, x), whose output is dynamic, then two ADDs.
TestModel MakeDynamicModel() {
  TestModel model;
  const int n = model.Input({1}, schema::TensorType::INT32);
  const int x = model.Input({1});
  const int repeated = model.Tensor({});
  model.AddCustomOp("Repeat", {n, x}, {repeated});
  const int sum = model.Op(abi::kTfLiteBuiltinAdd, {repeated, repeated}, {});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {sum, sum}, {})});
  return model;
}

TEST(DynamicDelegate, IsPreparedWhenItsInputsAreKnown) {
  for (const int64_t flag : {0, 2}) {
    TestModel model = MakeDynamicModel();
    ToyDelegate toy({.flags = abi::kTfLiteDelegateFlagsAllowDynamicTensors | flag});
    TestInterpreter interpreter(model);
    ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
    ASSERT_OK(interpreter->AllocateTensors());
    EXPECT_EQ(toy.events.back(), "init 1 2") << "nothing is prepared yet";
    for (const int count : {3, 3, 5, 1}) {
      interpreter.SetInput<int>(0, {count});
      interpreter.SetInput<float>(1, {2});
      ASSERT_OK(interpreter->Invoke());
      EXPECT_EQ(interpreter.Output(), std::vector<float>(static_cast<size_t>(count), 8));
      EXPECT_THAT(toy.prepared_dims, ElementsAre(ElementsAre(count)));
    }
    EXPECT_EQ(std::ranges::count(toy.events, "prepare kernel"), 3) << "once per new shape";
  }
}

TEST(StaticDelegate, IsRefusedWhereTensorsAreDynamic) {
  TestModel model = MakeDynamicModel();
  ToyDelegate toy({.flags = abi::kTfLiteDelegateFlagsNone});
  TestInterpreter interpreter(model);
  const Status status = interpreter->ModifyGraphWithDelegate(toy.get());
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(status.message(), HasSubstr("(tensor#2 is a dynamic-sized tensor)."));
  EXPECT_TRUE(toy.events.empty());
}

TEST(StaticDelegate, IsRefusedWhereOperatorsAreUnresolved) {
  for (const bool allows_dynamic : {false, true}) {
    TestModel model = MakeModel();
    model.AddCustomOp("Atan", {1}, {model.Tensor({2})});
    ToyDelegate toy({.claims = {abi::kTfLiteBuiltinCustom},
                     .flags = allows_dynamic ? abi::kTfLiteDelegateFlagsAllowDynamicTensors
                                             : abi::kTfLiteDelegateFlagsNone});
    TestInterpreter interpreter(model, {.allow_unresolved = true});
    const Status status = interpreter->ModifyGraphWithDelegate(toy.get());
    EXPECT_EQ(status.ok(), allows_dynamic);
    EXPECT_EQ(toy.events.empty(), !allows_dynamic);
  }
}

TEST(BufferHandles, AreCopiedForReadersOutsideTheDelegate) {
  TestModel model = MakeModel();
  ToyDelegate toy({.uses_handles = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  ExpectRuns(interpreter);
  EXPECT_THAT(toy.events, ElementsAre("prepare", "init 0", "init 2 3", "prepare kernel", "prepare kernel",
                                      "invoke kernel", "copy t1", "invoke kernel", "copy t4"));
}

TEST(BufferHandles, AreNotCopiedForTheSameDelegate) {
  TestModel model = MakeModel();
  ToyDelegate toy({.uses_handles = true});
  TestInterpreter interpreter(model, {.preserve_all_tensors = true});
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  ExpectRuns(interpreter);
  EXPECT_EQ(std::ranges::count(toy.events, "copy t3"), 0);
  EXPECT_EQ(std::ranges::count(toy.events, "copy t4"), 1);
}

TEST(BufferHandles, AreCopiedForAnotherDelegate) {
  TestModel model = MakeModel();
  ToyDelegate first({.uses_handles = true});
  ToyDelegate second({.claims = {abi::kTfLiteBuiltinMul}, .uses_handles = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(first.get()));
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(second.get()));
  ExpectRuns(interpreter);
  EXPECT_EQ(std::ranges::count(first.events, "copy t1"), 1);
  EXPECT_EQ(std::ranges::count(second.events, "copy t2"), 1);
}

TEST(BufferHandles, AreFreedAfterTheKernels) {
  TestModel model = MakeModel();
  ToyDelegate toy({.uses_handles = true});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
  ExpectRuns(interpreter);
  toy.events.clear();
  interpreter.Destroy();
  EXPECT_THAT(toy.events, ElementsAre("free kernel", "free kernel", "free handle 1", "free handle 4"));
}

TEST(BufferHandles, OutliveAResize) {
  TestModel model = MakeModel();
  for (const int64_t flags : {0, 1}) {
    ToyDelegate toy({.flags = flags, .uses_handles = true});
    TestInterpreter interpreter(model);
    ASSERT_OK(interpreter->ModifyGraphWithDelegate(toy.get()));
    ExpectRuns(interpreter);
    ASSERT_OK(interpreter->ResizeInput(0, {3}));
    ExpectRuns(interpreter, {1, 2, 3});
  }
}

}  // namespace
}  // namespace litevk::test
