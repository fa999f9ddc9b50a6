// Judges graphs for tests.
#pragma once

#include "delegate/verdict/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <span>

#include "runtime/opset/custom_ops.h"
#include "runtime/opset/op_versions.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk {

using test::ModelBuilder;
using testing::HasSubstr;
inline constexpr abi::TfLiteAddParams kNoActivation = {.activation = abi::kTfLiteActNone,
                                                       .pot_scale_int16 = false};

class VerdictTest : public testing::Test {
 protected:
  VerdictTest() {
    input_ = model_.Input({1, 2, 2, 3});
    output_ = model_.Node(abi::kTfLiteBuiltinAdd, {input_, input_}, {1, 2, 2, 3}, kNoActivation);
  }

  Verdict Judge(const gpu::DeviceLimits& limits = {}) { return JudgeGraph(model_.graph(), limits).back(); }
  void Expect(ReasonCode code, const std::string& reason) {
    const Verdict verdict = Judge();
    EXPECT_EQ(Describe(verdict.code).name, Describe(code).name);
    EXPECT_THAT(verdict.reason, HasSubstr(reason));
  }

  ModelBuilder model_;
  int input_;
  int output_;
};

}  // namespace litevk
