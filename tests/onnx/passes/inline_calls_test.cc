// Nodes of subgraphs in the place of their callers.
#include "onnx/passes/inline_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kDouble = R"(
    x: float32 2
    twice: float32 2 = ADD(x, x)
    return twice)";
constexpr const char* kNegative = R"(
    x: float32 2
    less: float32 2 = NEG(x)
    return less)";

TEST(InlineCalls, NodesOfACallTakeItsPlaceAndResult) {
  TextProgram program{R"(
    a: float32 2
    b: float32 2 = RELU(a)
    c: float32 2 = CALL(b)
    d: float32 2 = TANH(c)
    return c, d)",
                      kDouble};
  program.SetParams("c", abi::TfLiteCallParams{1});
  ASSERT_TRUE(program.Run(InlineCalls).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("RELU(a) -> b", "ADD(b, b) -> c", "TANH(c) -> d"));
  EXPECT_EQ(program.graph().nodes[1].index, 1) << "that of the calling node";
  EXPECT_EQ(program.graph().outputs[0], program.graph().nodes[1].outputs[0]);
}

TEST(InlineCalls, CallsWithinSubgraphsAreInlinedToo) {
  TextProgram program{R"(
    a: float32 2
    b: float32 2 = CALL(a)
    return b)",
                      R"(
    x: float32 2
    y: float32 2 = CALL(x)
    z: float32 2 = NEG(y)
    return z)",
                      kDouble};
  program.SetParams("b", abi::TfLiteCallParams{1});
  program.SetParams("y", abi::TfLiteCallParams{2}, 1);
  ASSERT_TRUE(program.Run(InlineCalls).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("ADD(a, a) -> y", "NEG(y) -> b"));
}

TEST(InlineCalls, AStoredConditionTakesItsBranch) {
  TextProgram program{R"(
    a: float32 2
    no: bool 1 = 0
    b: float32 2 = IF(no, a)
    return b)",
                      kDouble, kNegative};
  program.SetParams("b", abi::TfLiteIfParams{1, 2});
  ASSERT_TRUE(program.Run(InlineCalls).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("NEG(a) -> b"));
  EXPECT_THAT(program.Refusals(), IsEmpty());
}

TEST(InlineCalls, AConditionOfARunKeepsTheNode) {
  TextProgram program{R"(
    a: float32 2
    choice: bool 1
    b: float32 2 = IF(choice, a)
    return b)",
                      kDouble, kNegative};
  program.SetParams("b", abi::TfLiteIfParams{1, 2});
  ASSERT_TRUE(program.Run(InlineCalls).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("IF(choice, a) -> b"));
  EXPECT_THAT(program.Refusals(), ElementsAre("node 0 IF: which of its subgraphs runs is decided in a run"));
}

TEST(InlineCalls, ValuesOfAnotherScaleAreCopied) {
  TextProgram program{R"(
    a: int8 2 scale 0.5
    b: int8 2 scale 0.25 = CALL(a)
    return b)",
                      R"(
    x: int8 2 scale 0.25
    y: int8 2 scale 0.25 = RELU(x)
    return y)"};
  program.SetParams("b", abi::TfLiteCallParams{1});
  ASSERT_TRUE(program.Run(InlineCalls).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("CAST(a) -> x", "RELU(x) -> b"));
}

}  // namespace
}  // namespace litevk::to_onnx
