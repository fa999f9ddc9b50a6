// Callbacks of a subgraph's TfLiteContext.
#include "runtime/interpreter/subgraph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/tflite/builtin_params.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Context, AllocatesDynamicTensorsAtOnce) {
  TestModel model;
  const int x = model.Input({1});
  TestInterpreter interpreter(model);
  abi::TfLiteContext* context = interpreter.main().context();
  abi::TfLiteTensor& tensor = context->tensors[x];
  tensor.allocation_type = abi::kTfLiteDynamic;
  ASSERT_EQ(context->ResizeTensor(context, &tensor, MakeIntArray({8}).release()), abi::kTfLiteOk);
  ASSERT_NE(tensor.data.data, nullptr);
  EXPECT_EQ(tensor.bytes, 32U);
  std::memset(tensor.data.data, 0, tensor.bytes);
  // Passes the tensor's own dims array.
  ASSERT_EQ(context->ResizeTensor(context, &tensor, tensor.dims), abi::kTfLiteOk);
  EXPECT_THAT(ToVector(tensor.dims), ElementsAre(8));
  ASSERT_EQ(context->ResizeTensor(context, &tensor, MakeIntArray({1000}).release()), abi::kTfLiteOk);
  EXPECT_EQ(tensor.bytes, 4000U);
}

TEST(Context, RefusesWrongResizes) {
  TestModel model;
  const int x = model.Input({1});
  const int constant = model.Floats({1}, {1});
  TestInterpreter interpreter(model);
  abi::TfLiteContext* context = interpreter.main().context();
  EXPECT_EQ(context->ResizeTensor(context, &context->tensors[constant], MakeIntArray({2}).release()),
            abi::kTfLiteError);
  EXPECT_EQ(interpreter->TakeErrors(), "Attempting to resize a fixed-size tensor.");
  for (const std::vector<int>& dims : {std::vector{-1}, std::vector(5, 1 << 20)}) {
    EXPECT_EQ(context->ResizeTensor(context, &context->tensors[x], MakeIntArray(dims).release()),
              abi::kTfLiteError);
    EXPECT_NE(interpreter->TakeErrors(), "");
    EXPECT_THAT(ToVector(context->tensors[x].dims), ElementsAre(1));
  }
}

TEST(Context, AddsTensors) {
  TestModel model;
  model.Input({1});
  TestInterpreter interpreter(model);
  abi::TfLiteContext* context = interpreter.main().context();
  int first = 0;
  ASSERT_EQ(context->AddTensors(context, 100, &first), abi::kTfLiteOk);
  EXPECT_EQ(first, 1);
  EXPECT_EQ(context->tensors_size, 101U);
  EXPECT_EQ(context->tensors[100].buffer_handle, abi::kTfLiteNullBufferHandle);
  EXPECT_EQ(context->tensors[0].bytes, 4U);
  EXPECT_EQ(context->AddTensors(context, -1, &first), abi::kTfLiteError);
}

TEST(Context, FormatsMessages) {
  TestModel model;
  TestInterpreter interpreter(model);
  abi::TfLiteContext* context = interpreter.main().context();
  const std::string text(10000, 'a');
  context->ReportError(context, "%s %d %.1f", text.c_str(), 7, 0.5);
  context->ReportError(context, "second");
  EXPECT_EQ(interpreter->TakeErrors(), text + " 7 0.5\nsecond");
}

TEST(Context, ForbidsWhatBelongsToDelegates) {
  TestModel model;
  TestInterpreter interpreter(model);
  abi::TfLiteContext* context = interpreter.main().context();
  abi::TfLiteIntArray* plan = nullptr;
  abi::TfLiteNode* node = nullptr;
  abi::TfLiteRegistration* registration = nullptr;
  abi::TfLiteContext* other = nullptr;
  abi::TfLiteDelegateParams* params = nullptr;
  int count = 0;
  const IntArray nodes = MakeIntArray({0});
  EXPECT_EQ(context->GetExecutionPlan(context, &plan), abi::kTfLiteError);
  EXPECT_EQ(context->GetNodeAndRegistration(context, 0, &node, &registration), abi::kTfLiteError);
  EXPECT_EQ(context->ReplaceNodeSubsetsWithDelegateKernels(context, {}, nodes.get(), nullptr),
            abi::kTfLiteError);
  EXPECT_EQ(context->PreviewDelegatePartitioning(context, nodes.get(), &params, &count), abi::kTfLiteError);
  EXPECT_EQ(context->AcquireSubgraphContext(context, 0, &other), abi::kTfLiteError);
  EXPECT_EQ(context->ReleaseSubgraphContext(context, 0), abi::kTfLiteError);
  EXPECT_THAT(interpreter->TakeErrors(), HasSubstr("The function is forbidden if not calling in delegate."));
}

TEST(Context, HasNothingOfTfLiteMicro) {
  TestModel model;
  TestInterpreter interpreter(model);
  const abi::TfLiteContext& context = *interpreter.main().context();
  EXPECT_EQ(context.AllocatePersistentBuffer, nullptr);
  EXPECT_EQ(context.AllocateBufferForEval, nullptr);
  EXPECT_EQ(context.RequestScratchBufferInArena, nullptr);
  EXPECT_EQ(context.GetScratchBuffer, nullptr);
  EXPECT_EQ(context.ResizeTensorExplicit, nullptr);
  EXPECT_EQ(context.GetTensor, nullptr);
  EXPECT_EQ(context.GetEvalTensor, nullptr);
}

TEST(Context, KeepsExternalContextsAndMetadata) {
  TestModel model;
  model.AddMetadata("greeting", "hello");
  TestInterpreter interpreter(model, {.num_threads = 3});
  abi::TfLiteContext* context = interpreter.main().context();
  EXPECT_EQ(context->recommended_num_threads, 3);
  int value = 0;
  context->SetExternalContext(context, 2, &value);
  EXPECT_EQ(context->GetExternalContext(context, 2), &value);
  EXPECT_EQ(context->GetExternalContext(context, 1), nullptr);
  EXPECT_EQ(context->GetExternalContext(context, 99), nullptr);
  const char* bytes = nullptr;
  size_t size = 0;
  ASSERT_EQ(context->GetModelMetadata(context, "greeting", &bytes, &size), abi::kTfLiteOk);
  EXPECT_EQ(std::string(bytes, size), "hello");
  EXPECT_EQ(context->GetModelMetadata(context, "farewell", &bytes, &size), abi::kTfLiteError);
  EXPECT_EQ(bytes, nullptr);
}

}  // namespace
}  // namespace litevk::test
