// Nodes that a layer's kernel computes along with its own, in the memory of the layer's output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "kernels_cpu/simd/isa.h"
#include "tests/runtime/interpreter/test_interpreter.h"
#include "tests/runtime/interpreter/toy_delegate.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;

// The tensor that the custom operator "Spy" looks at, which is none of its inputs, and its values then.
int spied_tensor = -1;
std::vector<float> spied_values;

abi::TfLiteRegistration SpyRegistration() {
  abi::TfLiteRegistration registration = {};
  registration.invoke = [](abi::TfLiteContext* context, abi::TfLiteNode*) {
    const abi::TfLiteTensor& tensor = context->tensors[spied_tensor];
    spied_values.assign(tensor.data.f, tensor.data.f + tensor.bytes / sizeof(float));
    return abi::kTfLiteOk;
  };
  return registration;
}

// y = f(x * weights, x), a spy between the layer and f, which sees whether f is computed already.
struct LayerModel {
  TestModel model;
  int x = model.Input({1, 2});
  int layer = model.Tensor({1, 2});
  int result = model.Tensor({1, 2});

  LayerModel() {
    const int weights = model.Floats({2, 2}, {1, 10, 100, 1000});
    model.AddOp(abi::kTfLiteBuiltinFullyConnected, {x, weights, -1}, {layer});
    model.AddCustomOp("Spy", {x}, {model.Tensor({1})});
    model.SetOutputs({result});
  }
};

class FusedNodeTest : public ::testing::Test {
 protected:
  // Runs with x = 1, 2. The layer's values are 21 and 2100.
  void Run(LayerModel& model, InterpreterOptions options = {}) {
    interpreter_ = std::make_unique<TestInterpreter>(model.model, std::move(options), kCustoms);
    ASSERT_OK(interpreter_->status());
    ASSERT_OK((*interpreter_)->AllocateTensors());
    RunAgain(model);
  }
  void RunAgain(const LayerModel& model) {
    spied_tensor = model.layer;
    interpreter_->SetInput<float>(0, {1, 2});
    ASSERT_OK((*interpreter_)->Invoke());
  }
  TestInterpreter& interpreter() { return *interpreter_; }

  inline static const std::vector<std::pair<std::string, abi::TfLiteRegistration>> kCustoms = {
      {"Spy", SpyRegistration()}};

 private:
  std::unique_ptr<TestInterpreter> interpreter_;
};

TEST_F(FusedNodeTest, AreComputedByTheLayer) {
  if (cpu::ChosenIsa() == nullptr) GTEST_SKIP() << "this process runs plain loops";
  for (const bool layer_is_left : {true, false}) {
    LayerModel model;
    const auto operands =
        layer_is_left ? std::vector{model.layer, model.x} : std::vector{model.x, model.layer};
    model.model.AddOp(abi::kTfLiteBuiltinSub, operands, {model.result});
    Run(model);
    const int sign = layer_is_left ? 1 : -1;
    EXPECT_THAT(spied_values, ElementsAre(sign * 20, sign * 2098));
    EXPECT_THAT(interpreter().Output(), ElementsAre(sign * 20, sign * 2098));
    RunAgain(model);
    EXPECT_THAT(interpreter().Output(), ElementsAre(sign * 20, sign * 2098));
  }
}

TEST_F(FusedNodeTest, MayStandBehindAReshape) {
  if (cpu::ChosenIsa() == nullptr) GTEST_SKIP() << "this process runs plain loops";
  LayerModel model;
  const int flat = model.model.Op(abi::kTfLiteBuiltinReshape, {model.layer, model.model.Ints({2})}, {2});
  const int added = model.model.Op(abi::kTfLiteBuiltinAdd, {flat, model.model.Floats({2}, {5, 7})}, {2});
  model.model.SetOutputs({added});
  Run(model);
  EXPECT_THAT(spied_values, ElementsAre(26, 2107));
  EXPECT_THAT(interpreter().Output(), ElementsAre(26, 2107));
}

// Each test below has a reason why the layer must not compute the next node.
class UnfusedNodeTest : public FusedNodeTest {
 protected:
  void ExpectLayersOwnValues() { EXPECT_THAT(spied_values, ElementsAre(21, 2100)); }
};

TEST_F(UnfusedNodeTest, AnotherNodeReadsTheLayer) {
  LayerModel model;
  const int copy = model.model.Op(abi::kTfLiteBuiltinNeg, {model.layer}, {1, 2});
  model.model.AddOp(abi::kTfLiteBuiltinAdd, {model.layer, model.x}, {model.result});
  model.model.SetOutputs({model.result, copy});
  Run(model);
  ExpectLayersOwnValues();
  EXPECT_THAT(interpreter().Output(0), ElementsAre(22, 2102));
  EXPECT_THAT(interpreter().Output(1), ElementsAre(-21, -2100));
}

// The sum would overwrite the operand that is written last, but that one is an output.
TEST_F(UnfusedNodeTest, TheOtherOperandIsWrittenLater) {
  LayerModel model;
  const int other = model.model.Op(abi::kTfLiteBuiltinNeg, {model.x}, {1, 2});
  model.model.AddOp(abi::kTfLiteBuiltinAdd, {model.layer, other}, {model.result});
  model.model.SetOutputs({model.result, other});
  Run(model);
  ExpectLayersOwnValues();
  EXPECT_THAT(interpreter().Output(), ElementsAre(20, 2098));
}

TEST_F(UnfusedNodeTest, BothOperandsAreTheLayer) {
  LayerModel model;
  model.model.AddOp(abi::kTfLiteBuiltinAdd, {model.layer, model.layer}, {model.result});
  Run(model);
  ExpectLayersOwnValues();
  EXPECT_THAT(interpreter().Output(), ElementsAre(42, 4200));
}

TEST_F(UnfusedNodeTest, TheOtherOperandIsBroadcast) {
  LayerModel model;
  model.model.AddOp(abi::kTfLiteBuiltinMul, {model.layer, model.model.Floats({1}, {2})}, {model.result});
  Run(model);
  ExpectLayersOwnValues();
  EXPECT_THAT(interpreter().Output(), ElementsAre(42, 4200));
}

TEST_F(UnfusedNodeTest, TheLayerIsAnOutput) {
  LayerModel model;
  model.model.AddOp(abi::kTfLiteBuiltinAdd, {model.layer, model.x}, {model.result});
  model.model.SetOutputs({model.result, model.layer});
  Run(model);
  ExpectLayersOwnValues();
  EXPECT_THAT(interpreter().Output(0), ElementsAre(22, 2102));
  EXPECT_THAT(interpreter().Output(1), ElementsAre(21, 2100));
}

TEST_F(UnfusedNodeTest, AllTensorsArePreserved) {
  LayerModel model;
  model.model.AddOp(abi::kTfLiteBuiltinAdd, {model.layer, model.x}, {model.result});
  Run(model, {.preserve_all_tensors = true});
  ExpectLayersOwnValues();
  EXPECT_THAT(interpreter().Values(model.layer), ElementsAre(21, 2100));
}

TEST_F(UnfusedNodeTest, ADelegateTakesTheNodeAfterARun) {
  LayerModel model;
  model.model.AddOp(abi::kTfLiteBuiltinAdd, {model.layer, model.x}, {model.result});
  Run(model);
  ToyDelegate toy;
  ASSERT_EQ(interpreter().main().ApplyDelegate(toy.get()), abi::kTfLiteOk);
  ASSERT_OK(interpreter()->AllocateTensors());
  RunAgain(model);
  ExpectLayersOwnValues();
  EXPECT_THAT(interpreter().Output(), ElementsAre(22, 2102));
  interpreter().Destroy();
}

// The delegate's node runs before the layer, but leaves its value on the device.
TEST_F(UnfusedNodeTest, TheOtherOperandIsOnADevice) {
  TestModel model;
  const int x = model.Input({1, 2});
  const int doubled = model.Op(abi::kTfLiteBuiltinAdd, {x, x}, {1, 2});
  const int weights = model.Floats({2, 2}, {1, 10, 100, 1000});
  const int layer = model.Op(abi::kTfLiteBuiltinFullyConnected, {x, weights, -1}, {1, 2});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinSub, {layer, doubled}, {1, 2})});
  ToyDelegate toy({.uses_handles = true});
  TestInterpreter own(model);
  ASSERT_EQ(own.main().ApplyDelegate(toy.get()), abi::kTfLiteOk);
  ASSERT_OK(own->AllocateTensors());
  for (const float value : {1.0F, 3.0F}) {
    own.SetInput<float>(0, {value, 2});
    ASSERT_OK(own->Invoke());
    EXPECT_THAT(own.Output(), ElementsAre(value + 20 - 2 * value, 100 * value + 2000 - 4));
  }
}

TEST(OverwrittenInput, AChainNeedsTheMemoryOfOneTensor) {
  TestModel model;
  const int x = model.Input({256});
  int value = model.Op(abi::kTfLiteBuiltinNeg, {x}, {256});
  for (int i = 0; i < 3; ++i) value = model.Op(abi::kTfLiteBuiltinAdd, {value, x}, {256});
  model.SetOutputs({value});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<float>(0, std::vector<float>(256, 3));
  ASSERT_OK(interpreter->Invoke());
  EXPECT_EQ(interpreter.Output(), std::vector<float>(256, 6));
  EXPECT_EQ(interpreter.main().arena_bytes(), 2 * 256 * sizeof(float));
}

TEST(OverwrittenInput, InputsOfTheModelAreNotOverwritten) {
  TestModel model;
  const int x = model.Input({2});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {x, x}, {2})});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<float>(0, {1, 2});
  for (int run = 0; run < 2; ++run) {
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(), ElementsAre(2, 4));
  }
}

// The memory of nodes behind a dynamic tensor is planned when its dims are known, or have changed.
TEST(OverwrittenInput, MemoryIsPlannedAgainBehindADynamicTensor) {
  TestModel model;
  const int count = model.Input({1}, schema::TensorType::INT32);
  const int value = model.Input({1});
  const int repeated = model.Tensor({1});
  model.AddCustomOp("Repeat", {count, value}, {repeated});
  const int negative = model.Op(abi::kTfLiteBuiltinNeg, {repeated}, {1});
  const int sum = model.Op(abi::kTfLiteBuiltinAdd, {negative, repeated}, {1});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinSub, {sum, value}, {1})});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  for (const int size : {3, 100, 2}) {
    interpreter.SetInput<int>(0, {size});
    interpreter.SetInput<float>(1, {4});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_EQ(interpreter.Output(), std::vector<float>(static_cast<size_t>(size), -4));
  }
}

}  // namespace
}  // namespace litevk::test
