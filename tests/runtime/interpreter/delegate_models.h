// Models and delegates for tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/interpreter/test_interpreter.h"
#include "tests/runtime/interpreter/toy_delegate.h"

namespace litevk::test {

// t1 = ADD(x, x), t2 = MUL(t1, t1), t3 = ADD(t2, t1), t4 = ADD(t3, t3), with x of 2 values.
inline TestModel MakeModel() {
  TestModel model;
  const int x = model.Input({2});
  const int t1 = model.Op(abi::kTfLiteBuiltinAdd, {x, x}, {2});
  const int t2 = model.Op(abi::kTfLiteBuiltinMul, {t1, t1}, {2});
  const int t3 = model.Op(abi::kTfLiteBuiltinAdd, {t2, t1}, {2});
  model.SetOutputs({model.Op(abi::kTfLiteBuiltinAdd, {t3, t3}, {2})});
  return model;
}

inline std::vector<float> Expected(const std::vector<float>& x) {
  std::vector<float> y;
  for (const float value : x) y.push_back(2 * (4 * value * value + 2 * value));
  return y;
}

inline void ExpectRuns(TestInterpreter& interpreter, const std::vector<float>& x = {3, -1}) {
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput(0, x);
  ASSERT_OK(interpreter->Invoke());
  EXPECT_EQ(interpreter.Output(), Expected(x));
}

}  // namespace litevk::test
