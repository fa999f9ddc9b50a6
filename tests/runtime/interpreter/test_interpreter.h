// An interpreter for a TestModel, with the test's own kernels in addition to the builtin ones.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels_cpu/registration/builtin_op_resolver.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/interpreter/subgraph.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/tflite/int_array.h"
#include "tests/runtime/model/test_model.h"

namespace litevk::test {

// Custom operator "Repeat": a vector of input 0 (one int32) copies of input 1's first value. Its output is
// dynamic.
inline abi::TfLiteRegistration RepeatRegistration() {
  abi::TfLiteRegistration registration = {};
  registration.prepare = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    context->tensors[node->outputs->data[0]].allocation_type = abi::kTfLiteDynamic;
    return abi::kTfLiteOk;
  };
  registration.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode* node) {
    const int* inputs = node->inputs->data;
    const int count = *static_cast<const int*>(context->tensors[inputs[0]].data.data);
    const float value = *context->tensors[inputs[1]].data.f;
    abi::TfLiteTensor* output = &context->tensors[node->outputs->data[0]];
    if (context->ResizeTensor(context, output, MakeIntArray({count}).release()) != abi::kTfLiteOk) {
      return abi::kTfLiteError;
    }
    std::fill_n(output->data.f, count, value);
    return abi::kTfLiteOk;
  };
  return registration;
}

class TestInterpreter {
 public:
  explicit TestInterpreter(TestModel& model, InterpreterOptions options = {},
                           const std::vector<std::pair<std::string, abi::TfLiteRegistration>>& customs = {}) {
    resolver_.AddCustom("Repeat", RepeatRegistration());
    for (const auto& [name, registration] : customs) resolver_.AddCustom(name, registration);
    if (!options.report_error) options.report_error = [](std::string_view) {};
    const auto loaded = model.Load();
    if (!loaded.ok()) {
      status_ = loaded.status();
      return;
    }
    auto created = Interpreter::Create(*loaded, resolver_, std::move(options));
    status_ = created.status();
    if (created.ok()) interpreter_ = std::move(*created);
  }

  const Status& status() const { return status_; }
  Interpreter& operator*() { return *interpreter_; }
  Interpreter* operator->() { return interpreter_.get(); }
  Subgraph& main() { return interpreter_->primary(); }
  void Destroy() { interpreter_.reset(); }

  template <typename T = float>
  void SetInput(int input, const std::vector<T>& values) {
    const abi::TfLiteTensor& tensor = main().tensor(main().inputs()[static_cast<size_t>(input)]);
    ASSERT_EQ(tensor.bytes, values.size() * sizeof(T));
    std::ranges::copy(values, static_cast<T*>(tensor.data.data));
  }
  std::vector<float> Output(int output = 0) { return Values(main().outputs()[static_cast<size_t>(output)]); }
  std::vector<float> Values(int id) {
    const abi::TfLiteTensor& tensor = main().tensor(id);
    const size_t count = tensor.bytes / sizeof(float);
    return {tensor.data.f, tensor.data.f + count};
  }
  ir::Shape Dims(int id) { return ImportShape(main().tensor(id)); }

 private:
  BuiltinOpResolver resolver_;
  Status status_;
  std::unique_ptr<Interpreter> interpreter_;
};

inline testing::AssertionResult IsOk(const Status& status) {
  return status.ok() ? testing::AssertionSuccess() : testing::AssertionFailure() << status.message();
}
#define EXPECT_OK(expression) EXPECT_TRUE(::litevk::test::IsOk(expression))
#define ASSERT_OK(expression) ASSERT_TRUE(::litevk::test::IsOk(expression))

}  // namespace litevk::test
