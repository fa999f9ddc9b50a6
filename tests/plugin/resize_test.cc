// Resized inputs, in the manner of TensorFlow 2.14 (the delegate is applied again) and of LiteRT 2.3 (only
// the kernels are prepared again).
#include "tests/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

class ResizeTest : public DelegateTest {
 protected:
  static void CheckResized(FakeInterpreterOptions options, const char* backend,
                           const std::vector<ir::Shape>& sizes) {
    ModelBuilder model;
    BuildChain(model);
    const auto delegate = MakeDelegate({}, backend);
    FakeInterpreter stock(model, options);
    FakeInterpreter interpreter(model, options);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    for (const ir::Shape& size : sizes) {
      stock.ResizeInput(0, size);
      interpreter.ResizeInput(0, size);
      ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
      ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
      // The runtimes call prepare several times before a run.
      ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
      EXPECT_EQ(interpreter.OutputDims(0), size);
      EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 1);
      ExpectClose(Run(interpreter), Run(stock));
    }
  }
};

const std::vector<ir::Shape>& Sizes() {
  // More than the plans that are kept, with returns to earlier ones; batch and space.
  static const std::vector<ir::Shape> sizes = {{1, 2, 3, 5}, {4, 2, 3, 5}, {1, 2, 3, 5}, {1, 7, 1, 5},
                                               {2, 1, 9, 5}, {3, 2, 2, 5}, {5, 4, 4, 5}, {4, 2, 3, 5}};
  return sizes;
}

TEST_P(ResizeTest, KernelsArePreparedAgain) { CheckResized({}, GetParam(), Sizes()); }

TEST_P(ResizeTest, DelegateIsAppliedAgain) {
  CheckResized({.reapplies_on_resize = true}, GetParam(), Sizes());
}

TEST_P(ResizeTest, ImpossibleShapeIsAnError) {
  ModelBuilder model;
  BuildChain(model);
  const auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  interpreter.ResizeInput(0, {1, 2, 3, 4});  // the constant addend has 5 channels
  EXPECT_NE(interpreter.AllocateTensors(), abi::kTfLiteOk);
  EXPECT_THAT(interpreter.TakeErrors(), testing::HasSubstr("litevk: ADD node 1: "));
  interpreter.ResizeInput(0, {1, 2, 3, 5});
  EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
}

// Five dims pass the limit of the operator's row: the kernels_ref finish, or strict refuses.
TEST_P(ResizeTest, ShapeOutsideOfTheTable) {
  ModelBuilder model;
  const int input = model.Input({1, 2, 3, 4});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {input, input}, {1, 2, 3, 4}, kNoActivation)});
  const auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  FakeInterpreter stock(model);
  testing::internal::CaptureStderr();
  for (FakeInterpreter* host : {&interpreter, &stock}) {
    host->ResizeInput(0, {1, 1, 2, 3, 4});
    ASSERT_EQ(host->AllocateTensors(), abi::kTfLiteOk) << host->TakeErrors();
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("partition 0 cannot run in the new shapes: ADD node 0: not met: "));
  ExpectClose(Run(interpreter), Run(stock));

  const auto strict = MakeDelegate({{"strict", "1"}}, GetParam());
  FakeInterpreter refused(model);
  ASSERT_EQ(refused.ModifyGraphWithDelegate(strict->abi()), abi::kTfLiteOk);
  refused.ResizeInput(0, {1, 1, 2, 3, 4});
  EXPECT_NE(refused.AllocateTensors(), abi::kTfLiteOk);
  EXPECT_THAT(refused.TakeErrors(), testing::HasSubstr("the option strict forbids the CPU"));
}

INSTANTIATE_TEST_SUITE_P(Backends, ResizeTest, testing::Values("vulkan", "reference"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace litevk::test
