// Values that a model keeps from run to run.
#include "onnx/passes/take_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const abi::TfLiteVarHandleParams kVariable = {"", "counter"};

TEST(TakeStates, DeclarationsAreRemoved) {
  TextProgram program{R"(
    x: float32 2
    handle: resource scalar = VAR_HANDLE()
    old: float32 2 = READ_VARIABLE(handle)
    sum: float32 2 = ADD(x, old)
    - = ASSIGN_VARIABLE(handle, sum)
    return sum)"};
  program.SetParams("handle", kVariable);
  ASSERT_TRUE(program.Run(TakeStates).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("READ_VARIABLE(handle) -> old", "ADD(x, old) -> sum",
                                           "ASSIGN_VARIABLE(handle, sum) -> -"));
  States& states = program.context().states;
  ASSERT_THAT(states.list(), SizeIs(1));
  EXPECT_EQ(states.list()[0].name, "counter");
  EXPECT_THAT(states.list()[0].initial, SizeIs(2 * sizeof(float)));
  EXPECT_NE(states.Find(program.Id("handle")), nullptr);
}

TEST(TakeStates, AFirstValueOfARunIsAnError) {
  TextProgram program{R"(
    x: float32 2
    - = CALL_ONCE()
    handle: resource scalar = VAR_HANDLE()
    old: float32 2 = READ_VARIABLE(handle)
    return old)",
                      R"(
    value: float32 2
    handle: resource scalar = VAR_HANDLE()
    - = ASSIGN_VARIABLE(handle, value))"};
  program.SetParams("handle", kVariable);
  program.SetParams("handle", kVariable, 1);
  const abi::TfLiteCallOnceParams once = {1};
  program.graph().nodes[0].params = ir::Params(&once, sizeof(once));
  EXPECT_THAT(program.Run(TakeStates).message(), HasSubstr("a variable's first value is not stored"));
}

}  // namespace
}  // namespace litevk::to_onnx
