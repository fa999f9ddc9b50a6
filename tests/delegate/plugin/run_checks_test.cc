// Values that an operator refuses and that only a run knows. That run fails with a diagnostic, and the next
// one is right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/delegate/plugin/delegate_fixture.h"
#include "tests/host/model_builder.h"

namespace litevk::test {
namespace {

using Values = std::vector<float>;  // int32 values have their bits

Values Bits(const std::vector<int>& integers) {
  Values values;
  for (const int integer : integers) values.push_back(std::bit_cast<float>(integer));
  return values;
}

// A node of two inputs, or of one, so that the model's other input has no reader.
struct RunCheck {
  std::string name;
  std::function<void(ModelBuilder&)> build;
  int checked;  // the input whose values are refused
  Values other;
  std::vector<Values> refused;
  Values taken;
  std::string diagnostic;
  Values result;  // expected for `taken`
};

std::vector<RunCheck> RunChecks() {
  using enum ir::DataType;
  return {
      {.name = "gather",
       .build =
           [](ModelBuilder& m) {
             const std::vector<int> inputs = {m.Input({3, 2}), m.Input({2}, kInt32)};
             m.SetOutputs({m.Node(abi::kTfLiteBuiltinGather, inputs, {2, 2}, abi::TfLiteGatherParams())});
           },
       .checked = 1,
       .other = {1, 2, 3, 4, 5, 6},
       .refused = {Bits({0, 3}), Bits({0, -1})},
       .taken = Bits({2, 0}),
       .diagnostic = "gather node 0: an index lies outside of 0 to 2",
       .result = {5, 6, 1, 2}},
      {.name = "scatter_nd",
       .build =
           [](ModelBuilder& m) {
             const std::vector<int> inputs = {m.Input({2, 1}, kInt32), m.Input({2, 2}), m.Ints({3, 2})};
             m.SetOutputs({m.Node(abi::kTfLiteBuiltinScatterNd, inputs, {3, 2})});
           },
       .checked = 0,
       .other = {1, 2, 3, 4},
       .refused = {Bits({0, 3}), Bits({-1, 0})},
       .taken = Bits({2, 0}),
       .diagnostic = "scatter_nd node 0: an index lies outside of the output's dims",
       .result = {3, 4, 0, 0, 1, 2}},
      {.name = "gather_nd",
       .build =
           [](ModelBuilder& m) {
             const std::vector<int> inputs = {m.Input({3, 2}), m.Input({2, 2}, kInt32)};
             m.SetOutputs({m.Node(abi::kTfLiteBuiltinGatherNd, inputs, {2})});
           },
       .checked = 1,
       .other = {1, 2, 3, 4, 5, 6},
       .refused = {Bits({0, 0, 3, 0}), Bits({0, 2, 0, 0}), Bits({0, 0, 1, -1})},
       .taken = Bits({2, 0, 0, 1}),
       .diagnostic = "gather_nd node 0: an index lies outside of the input's dims",
       .result = {5, 2}},
      {.name = "reverse_sequence",
       .build =
           [](ModelBuilder& m) {
             const std::vector<int> inputs = {m.Input({2, 3}), m.Input({2}, kInt32)};
             m.SetOutputs({m.Node(abi::kTfLiteBuiltinReverseSequence, inputs, {2, 3},
                                  abi::TfLiteReverseSequenceParams{.seq_dim = 1, .batch_dim = 0})});
           },
       .checked = 1,
       .other = {1, 2, 3, 4, 5, 6},
       .refused = {Bits({4, 0}), Bits({0, -1})},
       .taken = Bits({3, 2}),
       .diagnostic = "reverse_sequence node 0: an index lies outside of 0 to 3",
       .result = {3, 2, 1, 5, 4, 6}},
      {.name = "floor_div",
       .build =
           [](ModelBuilder& m) {
             const std::vector<int> inputs = {m.Input({2}), m.Input({2})};
             m.SetOutputs({m.Node(abi::kTfLiteBuiltinFloorDiv, inputs, {2})});
           },
       .checked = 1,
       .other = {7, -7},
       .refused = {{1, 0}, {-0.0F, 1}},
       .taken = {2, 2},
       .diagnostic = "floor_div node 0: an element of the divisor is 0",
       .result = {3, -4}},
      {.name = "div",
       .build =
           [](ModelBuilder& m) {
             const std::vector<int> inputs = {m.Input({4}, kInt8), m.Input({4}, kInt8)};
             const int quotient = m.Node(abi::kTfLiteBuiltinDiv, inputs, {4}, abi::TfLiteArithmeticParams{});
             m.tensor(quotient).type = kInt8;
             for (const int tensor : {inputs[0], inputs[1], quotient}) {
               m.tensor(tensor).quantization = {.scales = {1}, .zero_points = {-1}};
             }
             m.SetOutputs({quotient});
           },
       .checked = 1,
       .other = Bits({0x0A0A0A0A}),
       .refused = {Bits({0x0101FF01}), Bits({0x7FFFFFFF})},
       .taken = Bits({0x0A040100}),
       .diagnostic = "div node 0: an element of the divisor is 0",
       .result = Bits({0x0001050A})},
      {.name = "pow",
       .build =
           [](ModelBuilder& m) {
             const std::vector<int> inputs = {m.Input({2}, kInt32), m.Input({2}, kInt32)};
             const int power = m.Node(abi::kTfLiteBuiltinPow, inputs, {2});
             m.tensor(power).type = kInt32;
             m.SetOutputs({power});
           },
       .checked = 1,
       .other = Bits({3, 10}),
       .refused = {Bits({1, -1}), Bits({-2147483647, 0})},
       .taken = Bits({3, 10}),
       .diagnostic = "pow node 0: an element of the exponent is below 0",
       .result = Bits({27, -2147483647 - 1})},
      {.name = "sqrt",
       .build =
           [](ModelBuilder& m) {
             const int quantized = m.Input({4}, kInt8);
             m.Input({1});
             const int roots = m.Node(abi::kTfLiteBuiltinSqrt, {quantized}, {4});
             m.tensor(roots).type = kInt8;
             for (const int id : {quantized, roots}) m.tensor(id).quantization = {{1.0F}, {0}};
             m.SetOutputs({roots});
           },
       .checked = 0,
       .other = {1},
       .refused = {Bits({0x09'04'01'FF}), Bits({-1})},
       .taken = Bits({0x09'04'01'00}),
       .diagnostic =
           "sqrt node 0: a quantized value of the input is below its zero point 0, and has no real root",
       .result = Bits({0x03'02'01'00})},
  };
}

class RunChecksTest : public DelegateTest {
 protected:
  static void RefuseThenTake(const RunCheck& check) {
    ModelBuilder model;
    check.build(model);
    const auto delegate = MakeDelegate();
    FakeInterpreter interpreter(model);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk)
        << interpreter.TakeErrors();
    EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 1);
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
    interpreter.SetInput(1 - check.checked, check.other);
    for (const Values& values : check.refused) {
      interpreter.SetInput(check.checked, values);
      EXPECT_NE(interpreter.Invoke(), abi::kTfLiteOk);
      EXPECT_THAT(interpreter.TakeErrors(), testing::HasSubstr(check.diagnostic));
    }
    interpreter.SetInput(check.checked, check.taken);
    testing::internal::CaptureStderr();
    EXPECT_EQ(interpreter.Invoke(), abi::kTfLiteOk) << interpreter.TakeErrors();
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_THAT(interpreter.Output(0), testing::ElementsAreArray(check.result));
  }
};

TEST_F(RunChecksTest, FailInThatRunAlone) {
  for (const RunCheck& check : RunChecks()) {
    SCOPED_TRACE(check.name);
    RefuseThenTake(check);
  }
}

}  // namespace
}  // namespace litevk::test
