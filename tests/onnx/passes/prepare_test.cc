// Dims and constants that are known when a model is converted.
#include "onnx/passes/prepare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Prepare, IntegersOfStoredValuesAndDimsAreComputed) {
  TextProgram program{R"(
    image: float32 2x6
    dims: int32 2 = SHAPE(image)
    one: int32 2 = 1
    more: int32 2 = ADD(dims, one)
    y: float32 2x6 = RELU(image)
    return more, y)"};
  ASSERT_TRUE(program.Run(Prepare).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("RELU(image) -> y"));
  EXPECT_THAT(ir::StoredInts(program.Tensor("more")), ElementsAre(3, 7));
  EXPECT_TRUE(program.Tensor("more").is_of_plan) << "its elements follow from dims";
  EXPECT_THAT(program.Refusals(), IsEmpty());
}

TEST(Prepare, DimsFollowFromThoseOfInputs) {
  TextProgram program{R"(
    x: float32 4x3
    y: float32 1x3 = RELU(x)
    return y)"};
  ASSERT_TRUE(program.Run(Prepare).ok());
  EXPECT_EQ(program.Tensor("y").dims, ir::Shape({4, 3}));
}

TEST(Prepare, FloatsOfStoredValuesAreLeftToTheModel) {
  TextProgram program{R"(
    a: float32 3 = 1.5
    sum: float32 3 = ADD(a, a)
    return sum)"};
  ASSERT_TRUE(program.Run(Prepare).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("ADD(a, a) -> sum"));
  EXPECT_THAT(program.Refusals(), ElementsAre("node 0 ADD: its results are floats"));
}

TEST(Prepare, DimsThatDoNotFitAreAnErrorOfTheNode) {
  TextProgram program{R"(
    x: float32 4x3
    y: float32 5x3
    sum: float32 4x3 = ADD(x, y)
    return sum)"};
  const Status status = program.Run(Prepare);
  EXPECT_THAT(status.message(), HasSubstr("operator 0 (ADD): "));
}

}  // namespace
}  // namespace litevk::to_onnx
