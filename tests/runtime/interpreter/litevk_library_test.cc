// liblitevk.so in the project's own interpreter, loaded as any program loads it.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_ops.h"
#include "tests/runtime/interpreter/test_interpreter.h"
#include "tests/runtime/vk/pin_drivers.h"

namespace litevk::test {
namespace {

class Library {
 public:
  explicit Library(std::vector<std::pair<const char*, const char*>> options) {
    handle_ = dlopen(LITEVK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle_, nullptr) << dlerror();
    const auto create = reinterpret_cast<Create>(dlsym(handle_, "tflite_plugin_create_delegate"));
    destroy_ = reinterpret_cast<Destroy>(dlsym(handle_, "tflite_plugin_destroy_delegate"));
    std::vector<const char*> keys;
    std::vector<const char*> values;
    for (const auto& [key, value] : options) {
      keys.push_back(key);
      values.push_back(value);
    }
    delegate_ = create(keys.data(), values.data(), keys.size(), nullptr);
    EXPECT_NE(delegate_, nullptr);
  }
  ~Library() {
    destroy_(delegate_);
    dlclose(handle_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  abi::TfLiteDelegate* delegate() { return delegate_; }

 private:
  using Create = abi::TfLiteDelegate* (*)(const char* const*, const char* const*, size_t,
                                          void (*)(const char*));
  using Destroy = void (*)(abi::TfLiteDelegate*);

  void* handle_ = nullptr;
  Destroy destroy_ = nullptr;
  abi::TfLiteDelegate* delegate_ = nullptr;
};

// Computes y = relu(x + c) * x, then Repeat(n, y) + 1. The delegate does not support Repeat.
TestModel MakeModel() {
  TestModel model;
  const int x = model.Input({4});
  const int n = model.Input({1}, schema::TensorType::INT32);
  const int sum = model.Op(abi::kTfLiteBuiltinAdd, {x, model.Floats({}, {1})}, {4});
  const int rectified = model.Op(abi::kTfLiteBuiltinRelu, {sum}, {4});
  const int y = model.Op(abi::kTfLiteBuiltinMul, {rectified, x}, {4});
  const int repeated = model.Tensor({});
  model.AddCustomOp("Repeat", {n, y}, {repeated});
  const int z = model.Op(abi::kTfLiteBuiltinAdd, {repeated, model.Floats({}, {1})}, {});
  model.SetOutputs({y, z});
  return model;
}

void ExpectRuns(TestInterpreter& interpreter, int size, int count) {
  ASSERT_OK(interpreter->ResizeInput(0, {size}));
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput(0, std::vector<float>(static_cast<size_t>(size), 3));
  interpreter.SetInput<int>(1, {count});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_EQ(interpreter.Output(0), std::vector<float>(static_cast<size_t>(size), 12));
  EXPECT_EQ(interpreter.Output(1), std::vector<float>(static_cast<size_t>(count), 13));
}

void ExpectDelegated(const std::string& backend) {
  Library library({{"backend", backend.c_str()},
                   {"allow_cpu_device", "1"},
                   {"partition_policy", "all"},
                   {"strict", "1"}});
  TestModel model = MakeModel();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(library.delegate()));
  EXPECT_EQ(interpreter.main().plan().size(), 3U) << "two partitions around Repeat";
  ExpectRuns(interpreter, 4, 2);
  ExpectRuns(interpreter, 4, 3);
  ExpectRuns(interpreter, 2, 3);
  PinDrivers();
}

TEST(LitevkLibrary, RunsOnTheReferenceKernels) { ExpectDelegated("reference"); }

TEST(LitevkLibrary, RunsOnADevice) { ExpectDelegated("vulkan"); }

TEST(LitevkLibrary, LeavesAGraphThatRunsWhenItIsRemoved) {
  Library library(std::vector<std::pair<const char*, const char*>>{{"backend", "reference"}});
  TestModel model = MakeModel();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->ModifyGraphWithDelegate(library.delegate()));
  EXPECT_EQ(interpreter.main().RemoveDelegates(), abi::kTfLiteOk);
  EXPECT_EQ(interpreter.main().plan().size(), 5U);
  ExpectRuns(interpreter, 4, 2);
}

}  // namespace
}  // namespace litevk::test
