// The view that kernels have of a subgraph: tensors, nodes and the context's callbacks.
#include "runtime/interpreter/subgraph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/tflite/builtin_params.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;

TEST(Tensors, HaveWhatTheModelSays) {
  TestModel model;
  const int x = model.Input({2, 3});
  model.tensor(x).shape_signature = {-1, 3};
  const int weights = model.Constant({2, 2}, schema::TensorType::INT8, std::vector<int8_t>{1, 2, 3, 4});
  model.tensor(weights).quantization = std::make_unique<schema::QuantizationParametersT>();
  model.tensor(weights).quantization->scale = {0.5F, 0.25F};
  model.tensor(weights).quantization->zero_point = {0, 0};
  model.tensor(weights).quantization->quantized_dimension = 1;
  const int scaled = model.Tensor({4}, schema::TensorType::UINT8);
  model.tensor(scaled).quantization = std::make_unique<schema::QuantizationParametersT>();
  model.tensor(scaled).quantization->scale = {0.5F};
  model.tensor(scaled).quantization->zero_point = {128};
  const int text = model.Tensor({1}, schema::TensorType::STRING);
  const int state = model.Variable({5});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  Subgraph& main = interpreter.main();

  EXPECT_EQ(main.tensor(x).allocation_type, abi::kTfLiteArenaRw);
  EXPECT_EQ(main.tensor(x).bytes, 24U);
  EXPECT_THAT(ToVector(main.tensor(x).dims_signature), ElementsAre(-1, 3));
  EXPECT_STREQ(main.tensor(x).name, "t0");
  EXPECT_EQ(main.tensor(x).buffer_handle, abi::kTfLiteNullBufferHandle);

  const abi::TfLiteTensor& constant = main.tensor(weights);
  EXPECT_EQ(constant.allocation_type, abi::kTfLiteMmapRo);
  EXPECT_EQ(constant.data.raw[3], 4);
  EXPECT_NE(constant.allocation, nullptr);
  ASSERT_EQ(constant.quantization.type, abi::kTfLiteAffineQuantization);
  const auto& affine = *static_cast<const abi::TfLiteAffineQuantization*>(constant.quantization.params);
  EXPECT_EQ(affine.scale->size, 2);
  EXPECT_EQ(affine.scale->data[0], 0.5F);
  EXPECT_EQ(affine.quantized_dimension, 1);
  EXPECT_EQ(constant.params.scale, 0) << "only quantization per tensor has legacy parameters";

  EXPECT_EQ(main.tensor(scaled).params.scale, 0.5F);
  EXPECT_EQ(main.tensor(scaled).params.zero_point, 128);
  EXPECT_EQ(main.tensor(text).allocation_type, abi::kTfLiteDynamic);
  EXPECT_EQ(main.tensor(state).allocation_type, abi::kTfLiteArenaRwPersistent);
  EXPECT_TRUE(main.tensor(state).is_variable);
}

TEST(Tensors, ShareMemoryUnlessPreserved) {
  for (const bool preserve : {false, true}) {
    TestModel model;
    int value = model.Input({100});
    for (int i = 0; i < 5; ++i) value = model.Op(abi::kTfLiteBuiltinAdd, {value, value}, {100});
    model.SetOutputs({value});
    TestInterpreter interpreter(model, {.preserve_all_tensors = preserve});
    ASSERT_OK(interpreter->AllocateTensors());
    const size_t tensors = preserve ? 6 : 2;  // the input, and one that every node overwrites
    EXPECT_EQ(interpreter.main().arena_bytes(), (tensors - 1) * 448 + 400);
    interpreter.SetInput(0, std::vector<float>(100, 1));
    ASSERT_OK(interpreter->Invoke());
    EXPECT_EQ(interpreter.Output()[99], 32);
    if (!preserve) continue;
    EXPECT_EQ(interpreter.Values(2)[0], 4);
  }
}

TEST(Tensors, AreNotAllocatedWithoutANodeThatUsesThem) {
  TestModel model;
  const int unused = model.Tensor({3});
  const int x = model.Input({3});
  model.SetOutputs({x});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  EXPECT_EQ(interpreter.main().tensor(unused).data.data, nullptr);
  EXPECT_NE(interpreter.main().tensor(x).data.data, nullptr) << "an input without nodes has memory";
}

// Custom operator "Count": adds 1 to its variable input and copies it to its output.
abi::TfLiteRegistration CountRegistration() {
  abi::TfLiteRegistration registration = {};
  registration.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    float& state = *context->tensors[node->inputs->data[0]].data.f;
    *context->tensors[node->outputs->data[0]].data.f = ++state;
    return abi::kTfLiteOk;
  };
  return registration;
}

TEST(Variables, LastUntilTheyAreReset) {
  TestModel model;
  const int y = model.Tensor({1});
  model.AddCustomOp("Count", {model.Variable({1})}, {y});
  model.SetOutputs({y});
  TestInterpreter interpreter(model, {}, {{"Count", CountRegistration()}});
  EXPECT_FALSE(interpreter->ResetVariables().ok()) << "no memory yet";
  ASSERT_OK(interpreter->AllocateTensors());
  for (int run = 1; run <= 3; ++run) {
    ASSERT_OK(interpreter->Invoke());
    EXPECT_EQ(interpreter.Output()[0], static_cast<float>(run));
    ASSERT_OK(interpreter->AllocateTensors());  // does nothing
  }
  ASSERT_OK(interpreter->ResetVariables());
  ASSERT_OK(interpreter->Invoke());
  EXPECT_EQ(interpreter.Output()[0], 1);
}

TEST(Variables, OfInt8BeginAtTheZeroPoint) {
  TestModel model;
  const int state = model.Variable({4}, schema::TensorType::INT8);
  model.tensor(state).quantization = std::make_unique<schema::QuantizationParametersT>();
  model.tensor(state).quantization->scale = {1};
  model.tensor(state).quantization->zero_point = {-5};
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_EQ(static_cast<int8_t>(interpreter.main().tensor(state).data.raw[3]), -5);
}

// Models in which a custom operator makes a tensor whose size depends on a value.
class DynamicTest : public testing::Test {
 protected:
  // Computes y = Repeat(n, x) + 1, then doubles it; both outputs depend on the dynamic tensor.
  DynamicTest() {
    const int n = model_.Input({1}, schema::TensorType::INT32);
    const int x = model_.Input({1});
    repeated_ = model_.Tensor({});
    model_.AddCustomOp("Repeat", {n, x}, {repeated_});
    const int sum = model_.Op(abi::kTfLiteBuiltinAdd, {repeated_, model_.Floats({}, {1})}, {});
    model_.SetOutputs({model_.Op(abi::kTfLiteBuiltinAdd, {sum, sum}, {})});
  }

  TestModel model_;
  int repeated_ = 0;
};

TEST_F(DynamicTest, PreparesTheRestDuringTheRun) {
  TestInterpreter interpreter(model_);
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_TRUE(interpreter.main().has_dynamic_tensors());
  for (const int count : {3, 3, 5, 1, 0, 7}) {
    interpreter.SetInput<int>(0, {count});
    interpreter.SetInput<float>(1, {2});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_EQ(interpreter.Output(), std::vector<float>(static_cast<size_t>(count), 6));
  }
  EXPECT_EQ(interpreter.main().tensor(repeated_).allocation_type, abi::kTfLiteDynamic);
}

// Custom operator "Scratch": copies its input through a temporary that it adds in prepare.
abi::TfLiteRegistration ScratchRegistration() {
  abi::TfLiteRegistration registration = {};
  registration.prepare = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    if (node->temporaries->size == 0) {
      int first = 0;
      context->AddTensors(context, 1, &first);
      std::free(node->temporaries);
      node->temporaries = MakeIntArray({first}).release();
    }
    abi::TfLiteTensor* scratch = &context->tensors[node->temporaries->data[0]];
    scratch->type = abi::kTfLiteFloat32;
    scratch->allocation_type = abi::kTfLiteArenaRw;
    return context->ResizeTensor(context, scratch, MakeIntArray({2}).release());
  };
  registration.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    const abi::TfLiteTensor& input = context->tensors[node->inputs->data[0]];
    const abi::TfLiteTensor& scratch = context->tensors[node->temporaries->data[0]];
    const abi::TfLiteTensor& output = context->tensors[node->outputs->data[0]];
    if (scratch.data.data == input.data.data || scratch.data.data == output.data.data)
      return abi::kTfLiteError;
    std::memcpy(scratch.data.data, input.data.data, scratch.bytes);
    std::memset(output.data.data, 0, output.bytes);
    std::memcpy(output.data.data, scratch.data.data, output.bytes);
    return abi::kTfLiteOk;
  };
  return registration;
}

TEST(Nodes, HaveTemporaries) {
  TestModel model;
  const int y = model.Tensor({2});
  model.AddCustomOp("Scratch", {model.Input({2})}, {y});
  const int z = model.Tensor({2});
  model.AddCustomOp("Scratch", {y}, {z});
  model.SetOutputs({z});
  TestInterpreter interpreter(model, {}, {{"Scratch", ScratchRegistration()}});
  for (int repeat = 0; repeat < 2; ++repeat) {
    ASSERT_OK(interpreter->AllocateTensors());
    interpreter.SetInput<float>(0, {5, 6});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(), ElementsAre(5, 6));
    ASSERT_OK(interpreter->ResizeInput(0, {3}));
    ASSERT_OK(interpreter->ResizeInput(0, {2}));
  }
}

struct InitCall {
  std::string buffer;
  size_t length = 0;
};

InitCall last_init;

int freed = 0;

abi::TfLiteRegistration RecordRegistration() {
  abi::TfLiteRegistration registration = {};
  registration.init = [](abi::TfLiteContext*, const char* buffer, size_t length) -> void* {
    last_init = {buffer == nullptr ? "" : std::string(buffer, length), length};
    return &last_init;
  };
  registration.free = [](abi::TfLiteContext*, void*) { ++freed; };
  return registration;
}

TEST(Nodes, GetTheirOptions) {
  freed = 0;
  TestModel model;
  const int x = model.Input({1});
  model.AddCustomOp("Record", {x}, {model.Tensor({1})}, {'a', 'b', 'c'});
  model.AddOp(abi::kTfLiteBuiltinAdd, {x, x}, {model.Tensor({1})}).builtin_options.Set(schema::AddOptionsT{});
  {
    TestInterpreter interpreter(model, {}, {{"Record", RecordRegistration()}});
    ASSERT_OK(interpreter.status());
    EXPECT_EQ(last_init.buffer, "abc");
    const abi::TfLiteNode& custom = interpreter.main().node(0);
    EXPECT_EQ(custom.custom_initial_data_size, 3);
    EXPECT_EQ(std::memcmp(custom.custom_initial_data, "abc", 3), 0);
    EXPECT_EQ(custom.user_data, &last_init);
    EXPECT_EQ(custom.builtin_data, nullptr);
    EXPECT_EQ(interpreter.main().registration(0).builtin_code, abi::kTfLiteBuiltinCustom);
    EXPECT_NE(interpreter.main().node(1).builtin_data, nullptr);
    EXPECT_EQ(interpreter.main().node(1).custom_initial_data, nullptr);
  }
  EXPECT_EQ(freed, 1);
}

TEST(Nodes, FailWithTheirName) {
  TestModel model;
  const int y = model.Tensor({1});
  model.AddCustomOp("Broken", {model.Input({1})}, {y});
  model.SetOutputs({y});
  abi::TfLiteRegistration broken = {};
  broken.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode*) {
    context->ReportError(context, "cannot %s", "run");
    return abi::kTfLiteError;
  };
  TestInterpreter interpreter(model, {}, {{"Broken", broken}});
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_EQ(interpreter->Invoke().message(), "cannot run\nNode number 0 (Broken) failed to invoke.");
}

}  // namespace
}  // namespace litevk::test
