// Resolving operator codes to registrations: version ranges, overriding, and unregistered operators.
#include "runtime/interpreter/op_resolver.h"
#include "kernels_cpu/registration/builtin_op_resolver.h"
#include "runtime/interpreter/resolve_ops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels_cpu/registration/registration.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_versions.h"
#include "runtime/tflite/builtin_names.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Writes its value into every element of its output, which has its first input's shape.
template <int kValue>
abi::TfLiteRegistration ConstantRegistration() {
  abi::TfLiteRegistration registration = {};
  registration.prepare = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    const abi::TfLiteTensor& input = context->tensors[node->inputs->data[0]];
    return context->ResizeTensor(context, &context->tensors[node->outputs->data[0]],
                                 MakeIntArray(ToVector(input.dims)).release());
  };
  registration.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    const abi::TfLiteTensor& output = context->tensors[node->outputs->data[0]];
    std::fill_n(output.data.f, output.bytes / sizeof(float), static_cast<float>(kValue));
    return abi::kTfLiteOk;
  };
  return registration;
}

TEST(OpResolver, FindsTheVersionsOfItsRangeOnly) {
  MutableOpResolver resolver;
  resolver.AddBuiltin(abi::kTfLiteBuiltinMul, ConstantRegistration<1>(), 2, 4);
  EXPECT_EQ(resolver.FindBuiltin(abi::kTfLiteBuiltinMul, 1), nullptr);
  EXPECT_EQ(resolver.FindBuiltin(abi::kTfLiteBuiltinMul, 5), nullptr);
  EXPECT_EQ(resolver.FindBuiltin(abi::kTfLiteBuiltinAdd, 2), nullptr);
  for (const int version : {2, 3, 4}) {
    const abi::TfLiteRegistration* found = resolver.FindBuiltin(abi::kTfLiteBuiltinMul, version);
    ASSERT_NE(found, nullptr) << version;
    EXPECT_EQ(found->version, version);
    EXPECT_EQ(found->builtin_code, abi::kTfLiteBuiltinMul);
    EXPECT_EQ(found->custom_name, nullptr);
  }
}

TEST(OpResolver, KeepsCustomNamesItself) {
  MutableOpResolver resolver;
  std::string name = "Atan";
  resolver.AddCustom(name, ConstantRegistration<1>(), 1, 2);
  name = "gone";
  EXPECT_EQ(resolver.FindCustom("gone", 1), nullptr);
  EXPECT_EQ(resolver.FindCustom("Atan", 3), nullptr);
  const abi::TfLiteRegistration* found = resolver.FindCustom("Atan", 2);
  ASSERT_NE(found, nullptr);
  EXPECT_STREQ(found->custom_name, "Atan");
  EXPECT_EQ(found->builtin_code, abi::kTfLiteBuiltinCustom);
  EXPECT_EQ(found->version, 2);
}

TEST(OpResolver, LaterRegistrationsOverrideEarlierOnes) {
  MutableOpResolver resolver;
  const abi::TfLiteRegistration first = ConstantRegistration<1>();
  const abi::TfLiteRegistration second = ConstantRegistration<2>();
  resolver.AddBuiltin(abi::kTfLiteBuiltinAdd, first, 1, 3);
  const abi::TfLiteRegistration* before = resolver.FindBuiltin(abi::kTfLiteBuiltinAdd, 2);
  resolver.AddBuiltin(abi::kTfLiteBuiltinAdd, second, 2, 2);
  EXPECT_EQ(resolver.FindBuiltin(abi::kTfLiteBuiltinAdd, 1)->invoke, first.invoke);
  EXPECT_EQ(resolver.FindBuiltin(abi::kTfLiteBuiltinAdd, 2)->invoke, second.invoke);
  EXPECT_EQ(resolver.FindBuiltin(abi::kTfLiteBuiltinAdd, 3)->invoke, first.invoke);
  EXPECT_EQ(before->invoke, first.invoke) << "interpreters keep pointers to what they resolved";
}

TEST(OpResolver, AddAllTakesTheOthersOverItsOwn) {
  MutableOpResolver own;
  own.AddBuiltin(abi::kTfLiteBuiltinAdd, ConstantRegistration<1>(), 1, 2);
  own.AddCustom("Mine", ConstantRegistration<1>());
  {
    MutableOpResolver other;
    other.AddBuiltin(abi::kTfLiteBuiltinAdd, ConstantRegistration<2>(), 2, 2);
    other.AddCustom("Theirs", ConstantRegistration<2>());
    own.AddAll(other);
  }
  EXPECT_EQ(own.FindBuiltin(abi::kTfLiteBuiltinAdd, 1)->invoke, ConstantRegistration<1>().invoke);
  EXPECT_EQ(own.FindBuiltin(abi::kTfLiteBuiltinAdd, 2)->invoke, ConstantRegistration<2>().invoke);
  EXPECT_NE(own.FindCustom("Mine", 1), nullptr);
  EXPECT_STREQ(own.FindCustom("Theirs", 1)->custom_name, "Theirs");
}

TEST(OpResolver, BuiltinsAreTheReviewedVersionsOfEveryKernel) {
  const BuiltinOpResolver resolver;
  std::vector<int> codes;
  for (const auto& registration : cpu::KernelRegistrations()) codes.push_back(registration.builtin_code);
  for (const auto& registration : InterpreterRegistrations()) codes.push_back(registration.builtin_code);
  for (const int code : codes) {
    const OpInfo& info = *FindOpInfo(code);
    const auto find = [&](int version) {
      return IsCustom(info) ? resolver.FindCustom(info.name, version) : resolver.FindBuiltin(code, version);
    };
    const int first = FirstVersion(code);
    const int last = LastVersion(code);
    EXPECT_GE(first, 1) << code;
    EXPECT_GE(last, first) << code;
    for (int version = first; version <= last; ++version) {
      const abi::TfLiteRegistration* found = find(version);
      ASSERT_NE(found, nullptr) << info.name << " version " << version;
      EXPECT_EQ(found->builtin_code, IsCustom(info) ? abi::kTfLiteBuiltinCustom : code);
      EXPECT_EQ(found->version, version);
    }
    EXPECT_EQ(find(first - 1), nullptr);
    EXPECT_EQ(find(last + 1), nullptr);
  }
}

TEST(OpResolver, OperatorsThatOnlyAnInterpreterRunsAreThere) {
  const BuiltinOpResolver resolver;
  for (const int code :
       {abi::kTfLiteBuiltinIf, abi::kTfLiteBuiltinWhile, abi::kTfLiteBuiltinCall, abi::kTfLiteBuiltinCallOnce,
        abi::kTfLiteBuiltinVarHandle, abi::kTfLiteBuiltinReadVariable, abi::kTfLiteBuiltinAssignVariable}) {
    EXPECT_NE(resolver.FindBuiltin(code, 1), nullptr) << code;
  }
}

// Computes x + x with version 1, then with version 2.
TestModel TwoVersions() {
  TestModel model;
  const int x = model.Input({2});
  const int first = model.Tensor({2});
  const int second = model.Tensor({2});
  model.AddOp(abi::kTfLiteBuiltinAdd, {x, x}, {first}, 1);
  model.AddOp(abi::kTfLiteBuiltinAdd, {x, x}, {second}, 2);
  model.SetOutputs({first, second});
  return model;
}

InterpreterOptions Quiet() {
  InterpreterOptions options;
  options.report_error = [](std::string_view) {};
  return options;
}

std::vector<std::vector<float>> RunTwoVersions(const OpResolver& resolver) {
  TestModel model = TwoVersions();
  const auto loaded = model.Load();
  EXPECT_OK(loaded.status());
  auto interpreter = Interpreter::Create(*loaded, resolver, Quiet());
  EXPECT_OK(interpreter.status());
  EXPECT_OK((*interpreter)->AllocateTensors());
  Subgraph& main = (*interpreter)->primary();
  std::fill_n(main.tensor(main.inputs()[0]).data.f, 2, 1.5f);
  EXPECT_OK((*interpreter)->Invoke());
  std::vector<std::vector<float>> outputs;
  for (const int id : main.outputs())
    outputs.emplace_back(main.tensor(id).data.f, main.tensor(id).data.f + 2);
  return outputs;
}

TEST(OpResolver, TwoKernelsShareAnOperatorByVersion) {
  MutableOpResolver resolver;
  resolver.AddBuiltin(abi::kTfLiteBuiltinAdd, ConstantRegistration<7>(), 1, 1);
  resolver.AddBuiltin(abi::kTfLiteBuiltinAdd, ConstantRegistration<8>(), 2, 3);
  EXPECT_THAT(RunTwoVersions(resolver), ElementsAre(ElementsAre(7, 7), ElementsAre(8, 8)));
}

TEST(OpResolver, AProgramsKernelTakesThePlaceOfABuiltinOne) {
  BuiltinOpResolver resolver;
  EXPECT_THAT(RunTwoVersions(resolver), ElementsAre(ElementsAre(3, 3), ElementsAre(3, 3)));
  resolver.AddBuiltin(abi::kTfLiteBuiltinAdd, ConstantRegistration<9>(), 2, 2);
  EXPECT_THAT(RunTwoVersions(resolver), ElementsAre(ElementsAre(3, 3), ElementsAre(9, 9)));
}

std::string CreationError(TestModel& model, const OpResolver& resolver) {
  const auto loaded = model.Load();
  if (!loaded.ok()) return loaded.status().message();
  const auto interpreter = Interpreter::Create(*loaded, resolver, Quiet());
  return interpreter.ok() ? "" : interpreter.status().message();
}

TEST(OpResolver, AVersionThatNobodyRegistersIsAnError) {
  MutableOpResolver resolver;
  resolver.AddBuiltin(abi::kTfLiteBuiltinAdd, ConstantRegistration<1>(), 1, 1);
  TestModel model = TwoVersions();
  EXPECT_THAT(
      CreationError(model, resolver),
      HasSubstr("Didn't find op for builtin opcode 'ADD' version '2'. An older version of this builtin "
                "might be supported."));
}

// TFLite guesses that an older version might be supported. This resolver knows.
TEST(OpResolver, AnOlderVersionIsMentionedOnlyWhereThereIsOne) {
  MutableOpResolver none;
  none.AddBuiltin(abi::kTfLiteBuiltinAdd, ConstantRegistration<1>(), 2, 3);
  TestModel first;
  first.AddOp(abi::kTfLiteBuiltinAdd, {first.Input({1}), first.Floats({1}, {1})}, {first.Tensor({1})}, 1);
  const std::string advice = "This interpreter has no kernel for it; " + std::string(kKernelAdvice);
  EXPECT_EQ(CreationError(first, none), "Didn't find op for builtin opcode 'ADD' version '1'. " + advice);
  TestModel unknown;
  unknown.AddOp(abi::BuiltinCode("STABLEHLO_SORT"), {unknown.Input({1})}, {unknown.Tensor({1})}, 2000000000);
  EXPECT_EQ(CreationError(unknown, BuiltinOpResolver()),
            "Didn't find op for builtin opcode 'STABLEHLO_SORT' version '2000000000'. " + advice);
}

TEST(OpResolver, ACustomOperatorThatNobodyRegistersIsAnError) {
  TestModel model;
  const int x = model.Input({1});
  const int y = model.Tensor({1});
  model.AddCustomOp("Atan", {x}, {y});
  model.SetOutputs({y});
  BuiltinOpResolver resolver;
  EXPECT_THAT(CreationError(model, resolver), HasSubstr("Encountered unresolved custom op: Atan."));
  resolver.AddCustom("Atan", ConstantRegistration<1>(), 2, 2);
  EXPECT_THAT(CreationError(model, resolver), HasSubstr("Encountered unresolved custom op: Atan."))
      << "version 2 alone was registered";
  resolver.AddCustom("Atan", ConstantRegistration<1>());
  EXPECT_EQ(CreationError(model, resolver), "");
}

}  // namespace
}  // namespace litevk::test
