// Fixtures for the C API, which only use the shared library and the public headers.
#pragma once

#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "litevk/interpreter.hpp"
#include "tests/runtime/model/test_model.h"

namespace litevk::test {

struct Delete {
  void operator()(LitevkModel* model) const { LitevkModelDelete(model); }
  void operator()(LitevkInterpreterOptions* options) const { LitevkInterpreterOptionsDelete(options); }
  void operator()(LitevkInterpreter* interpreter) const { LitevkInterpreterDelete(interpreter); }
};
template <typename T>
using Owned = std::unique_ptr<T, Delete>;

// y = (x + x) * 3, of shape {2}.
inline TestModel SumModel() {
  TestModel model;
  const int x = model.Input({2});
  const int sum = model.Op(abi::kTfLiteBuiltinAdd, {x, x}, {2});
  const int y = model.Op(abi::kTfLiteBuiltinMul, {sum, model.Floats({}, {3})}, {2});
  model.tensor(x).name = "x";
  model.SetOutputs({y});
  model.AddMetadata("note", "text");
  return model;
}

class CApi : public testing::Test {
 protected:
  Owned<LitevkModel> Load() {
    Owned<LitevkModel> model(LitevkModelCreate(bytes_.data(), bytes_.size(), error_, sizeof(error_)));
    EXPECT_NE(model, nullptr) << error_;
    return model;
  }
  Owned<LitevkInterpreter> Make(const LitevkInterpreterOptions* options = nullptr) {
    const Owned<LitevkModel> model = Load();
    Owned<LitevkInterpreter> interpreter(
        LitevkInterpreterCreate(model.get(), options, error_, sizeof(error_)));
    return interpreter;
  }

  std::vector<std::byte> bytes_ = SumModel().Bytes();
  char error_[512] = "";
};

inline std::vector<float> RunOnce(LitevkInterpreter* interpreter, const std::vector<float>& x) {
  LitevkTensor* input = LitevkInterpreterGetInputTensor(interpreter, 0);
  EXPECT_EQ(LitevkTensorCopyFromBuffer(input, x.data(), x.size() * sizeof(float)), kLitevkOk);
  EXPECT_EQ(LitevkInterpreterInvoke(interpreter), kLitevkOk) << LitevkInterpreterGetError(interpreter);
  std::vector<float> y(x.size());
  const LitevkTensor* output = LitevkInterpreterGetOutputTensor(interpreter, 0);
  EXPECT_EQ(LitevkTensorCopyToBuffer(output, y.data(), y.size() * sizeof(float)), kLitevkOk);
  return y;
}

}  // namespace litevk::test
