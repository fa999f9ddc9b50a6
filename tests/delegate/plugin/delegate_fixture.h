// Base of the plugin tests: a delegate applied to an imitated interpreter, compared with such an interpreter
// without a delegate.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "delegate/engine/current_device.h"
#include "delegate/plugin/delegate.h"
#include "runtime/base/log.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/vk/instance/fault_injector.h"
#include "runtime/vk/instance/instance.h"
#include "runtime/vk/instance/validation.h"
#include "runtime/vk/kept_devices.h"
#include "tests/host/fake_interpreter.h"
#include "tests/host/model_builder.h"
#include "tests/runtime/vk/pin_drivers.h"

namespace litevk::test {

// Returns values of both signs without a pattern that a mistake in strides would keep.
inline std::vector<float> SomeValues(int64_t count, int seed = 1) {
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i) {
    values.push_back(static_cast<float>((i * 37 + int64_t{101} * seed) % 64) / 16.0F - 2.0F);
  }
  return values;
}

// Returns values whose sums depend on their order.
inline std::vector<float> UnevenValues(int64_t count, int seed = 1) {
  std::vector<float> values = SomeValues(count, seed);
  for (size_t i = 0; i < values.size(); ++i) values[i] += 1.0F / static_cast<float>(i + 3);
  return values;
}

// A convolution whose output has the height and width of its input.
inline constexpr abi::TfLiteConvParams kSameConv = {.padding = abi::kTfLitePaddingSame,
                                                    .stride_width = 1,
                                                    .stride_height = 1,
                                                    .activation = abi::kTfLiteActNone,
                                                    .dilation_width_factor = 1,
                                                    .dilation_height_factor = 1};

inline constexpr abi::TfLiteAddParams kNoActivation = {.activation = abi::kTfLiteActNone,
                                                       .pot_scale_int16 = false};

// The parameter is the option backend.
class DelegateTest : public testing::TestWithParam<const char*> {
 protected:
  DelegateTest() {
    Logger::ForgetWarnings();
    ForgetLostDevices();
  }

  static void SetUpTestSuite() {
    const auto instance = vk::Instance::Acquire();
    ASSERT_TRUE(instance.ok()) << instance.status().message();
    PinDrivers();
  }

  void TearDown() override {
    vk::FaultInjector::Reset();
    vk::StopKeepingAll();
    EXPECT_EQ(vk::ValidationMessageCount(), 0U) << "see the validation layer's messages above";
  }

  // Takes every partition unless `options` say otherwise: these graphs are too small to pay on any device.
  static std::unique_ptr<Delegate> MakeDelegate(OptionPairs options = {}, const char* backend = "vulkan") {
    options.insert(options.begin(),
                   {{"allow_cpu_device", "1"}, {"partition_policy", "all"}, {"backend", backend}});
    auto delegate = Delegate::Create(options);
    EXPECT_TRUE(delegate.ok()) << delegate.status().message();
    return delegate.ok() ? std::move(*delegate) : nullptr;
  }

  // Sets every input, runs, returns every output.
  static std::vector<std::vector<float>> Run(FakeInterpreter& interpreter, int seed = 1) {
    const ModelSubgraph& model = interpreter.subgraph().model();
    for (size_t i = 0; i < model.inputs.size(); ++i) {
      const auto bytes = static_cast<int64_t>(interpreter.subgraph().tensor(model.inputs[i]).bytes);
      interpreter.SetInput(static_cast<int>(i), SomeValues(bytes / 4, seed + static_cast<int>(i)));
    }
    EXPECT_EQ(interpreter.Invoke(), abi::kTfLiteOk) << interpreter.TakeErrors();
    std::vector<std::vector<float>> outputs;
    for (size_t i = 0; i < model.outputs.size(); ++i) {
      outputs.push_back(interpreter.Output(static_cast<int>(i)));
    }
    return outputs;
  }

  static void ExpectClose(const std::vector<std::vector<float>>& found,
                          const std::vector<std::vector<float>>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      // One rounding of the sums in these small models, relative to values below 100.
      EXPECT_THAT(found[i], testing::Pointwise(testing::FloatNear(1e-5F), expected[i])) << "output " << i;
    }
  }

  // Runs the model twice with and once without the delegate.
  static void ExpectSameResults(const ModelBuilder& model, abi::TfLiteDelegate* delegate,
                                int expected_delegate_nodes, FakeInterpreterOptions options = {}) {
    FakeInterpreter stock(model, options);
    ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk) << stock.TakeErrors();
    FakeInterpreter interpreter(model, options);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate), abi::kTfLiteOk) << interpreter.TakeErrors();
    EXPECT_EQ(interpreter.subgraph().DelegateNodes(), expected_delegate_nodes);
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
    ExpectClose(Run(interpreter, 1), Run(stock, 1));
    ExpectClose(Run(interpreter, 2), Run(stock, 2));
    EXPECT_EQ(interpreter.forbidden_calls(), 0);
  }
};

// Builds RELU, ADD of a constant, MUL with the input, on 1 x 2 x 3 x 5.
inline void BuildChain(ModelBuilder& model, int batch = 1) {
  const ir::Shape dims = {batch, 2, 3, 5};
  const int input = model.Input(dims);
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, dims);
  const int addend = model.Floats({5}, SomeValues(5, 3));
  const int sum = model.Node(abi::kTfLiteBuiltinAdd, {relu, addend}, dims, kNoActivation);
  const int product = model.Node(abi::kTfLiteBuiltinMul, {sum, input}, dims, kNoActivation);
  model.SetOutputs({product});
}

}  // namespace litevk::test
