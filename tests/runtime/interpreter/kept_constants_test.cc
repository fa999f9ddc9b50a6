// Outputs that depend on constants alone, which are computed once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "kernels_cpu/simd/isa.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;

// 1 and 2 in float16.
const std::vector<uint16_t> kHalves = {0x3c00, 0x4000};

// y = x * weights, which a DEQUANTIZE makes of float16.
struct HalfModel {
  TestModel model;
  int weights;

  HalfModel() {
    const int x = model.Input({2});
    const int halves = model.Constant({2}, schema::TensorType::FLOAT16, kHalves);
    weights = model.Op(abi::kTfLiteBuiltinDequantize, {halves}, {2});
    model.SetOutputs({model.Op(abi::kTfLiteBuiltinMul, {x, weights}, {2})});
  }
};

TEST(KeptConstants, AreComputedInTheFirstRun) {
  HalfModel half;
  TestInterpreter interpreter(half.model);
  ASSERT_OK(interpreter->AllocateTensors());
  abi::TfLiteTensor& weights = interpreter.main().tensor(half.weights);
  EXPECT_EQ(weights.allocation_type, abi::kTfLiteArenaRwPersistent);
  interpreter.SetInput<float>(0, {3, 4});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(3, 8));
  // A second run would overwrite this if it computed the weights again.
  weights.data.f[0] = 10;
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(30, 8));
}

TEST(KeptConstants, AreComputedAgainAfterAResize) {
  HalfModel half;
  TestInterpreter interpreter(half.model);
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  interpreter.main().tensor(half.weights).data.f[0] = 10;
  ASSERT_OK(interpreter->ResizeInput(0, {3, 2}));
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<float>(0, {1, 1, 1, 1, 1, 1});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(1, 2, 1, 2, 1, 2));
}

// The weights are constant only once they are computed, so layers pack them in their first run.
TEST(KeptConstants, AreWeightsOfLayers) {
  TestModel model;
  const int x = model.Input({1, 2});
  const int halves = model.Constant({1, 2}, schema::TensorType::FLOAT16, kHalves);
  const int weights = model.Op(abi::kTfLiteBuiltinDequantize, {halves}, {1, 2});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinFullyConnected, {x, weights, -1}, {1, 1})});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  for (const float value : {1.0F, 5.0F}) {
    interpreter.SetInput<float>(0, {value, 1});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(), ElementsAre(value + 2));
    // The layer has packed the weights, and reads them no more.
    if (cpu::ChosenIsa() != nullptr) interpreter.main().tensor(weights).data.f[0] = 99;
  }
}

// Two layers pack the same weights, which are an output as well.
TEST(KeptConstants, MayHaveSeveralReaders) {
  TestModel model;
  const int x = model.Input({1, 2});
  const int halves = model.Constant({1, 2}, schema::TensorType::FLOAT16, kHalves);
  const int weights = model.Op(abi::kTfLiteBuiltinDequantize, {halves}, {1, 2});
  const int negative = model.Op(abi::kTfLiteBuiltinNeg, {x}, {1, 2});
  const int first = model.Op(abi::kTfLiteBuiltinFullyConnected, {x, weights, -1}, {1, 1});
  const int second = model.Op(abi::kTfLiteBuiltinFullyConnected, {negative, weights, -1}, {1, 1});
  model.SetOutputs({first, second, weights});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  for (const float value : {1.0F, 5.0F}) {
    interpreter.SetInput<float>(0, {value, 1});
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(interpreter.Output(0), ElementsAre(value + 2));
    EXPECT_THAT(interpreter.Output(1), ElementsAre(-value - 2));
    EXPECT_THAT(interpreter.Output(2), ElementsAre(1, 2));
  }
}

TEST(KeptConstants, HaveNoRuntimeInputs) {
  TestModel model;
  const int x = model.Input({2});
  const int sum = model.Op(abi::kTfLiteBuiltinAdd, {x, model.Floats({2}, {1, 2})}, {2});
  model.SetOutputs({sum});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_EQ(interpreter.main().tensor(sum).allocation_type, abi::kTfLiteArenaRw);
}

}  // namespace
}  // namespace litevk::test
