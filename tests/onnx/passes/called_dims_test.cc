// Dims that the branches of IF give its outputs.
#include "onnx/passes/called_dims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx/passes/prepare.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

constexpr const char* kCaller = R"(
    choice: bool 1
    x: float32 4x3
    y: float32 1x1 = IF(choice, x)
    return y)";
constexpr const char* kSame = R"(
    x: float32 1x3
    y: float32 1x3 = RELU(x)
    return y)";
constexpr const char* kTurned = R"(
    x: float32 1x3
    order: int32 2 = 1 0
    y: float32 3x1 = TRANSPOSE(x, order)
    return y)";

TEST(CalledDims, OutputsHaveTheDimsOfTheBranches) {
  TextProgram program{kCaller, kSame, kSame};
  program.SetParams("y", abi::TfLiteIfParams{1, 2});
  ASSERT_TRUE(program.Run(Prepare).ok());
  EXPECT_EQ(program.Tensor("y").dims, ir::Shape({4, 3}));
  EXPECT_FALSE(program.Tensor("y").is_dynamic);
  EXPECT_EQ(program.Tensor("x", 1).dims, ir::Shape({1, 3})) << "the branch itself keeps its dims";
}

TEST(CalledDims, BranchesOfOtherDimsLeaveThemToTheRun) {
  TextProgram program{kCaller, kSame, kTurned};
  program.SetParams("y", abi::TfLiteIfParams{1, 2});
  ASSERT_TRUE(program.Run(Prepare).ok());
  EXPECT_TRUE(program.Tensor("y").is_dynamic);
}

TEST(CalledDims, AStoredValueIsBoundWithItsElements) {
  TextProgram program{"a: int32 2 = 5\nb: int32 1\nreturn b"};
  Bind(program.Tensor("a"), program.Tensor("b"));
  EXPECT_TRUE(program.Tensor("b").is_known());
  EXPECT_THAT(ir::StoredInts(program.Tensor("b")), testing::ElementsAre(5, 5));
}

}  // namespace
}  // namespace litevk::to_onnx
