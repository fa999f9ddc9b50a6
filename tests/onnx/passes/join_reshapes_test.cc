// RESHAPEs in a row that become one.
#include "onnx/passes/join_reshapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Three RESHAPEs in a row, of which the second gives this scale.
std::string Chain(const std::string& scale, const std::string& outputs) {
  return R"(
    x: int8 2x6 scale 0.5
    a: int8 12 scale 0.5 = RESHAPE(x)
    b: int8 3x4 scale )" +
         scale + R"( = RESHAPE(a)
    y: int8 4x3 scale 0.5 = RESHAPE(b)
    return )" +
         outputs;
}

TEST(JoinReshapesTest, TheLastOneReadsTheOperandOfTheFirst) {
  TextProgram program{Chain("0.5", "y")};
  ASSERT_TRUE(program.Run(JoinReshapes).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("RESHAPE(x) -> y"));
  EXPECT_THAT(program.Refusals(), IsEmpty());
}

TEST(JoinReshapesTest, AResultThatIsReadElsewhereStays) {
  TextProgram program{Chain("0.5", "y, a")};
  ASSERT_TRUE(program.Run(JoinReshapes).ok());
  EXPECT_THAT(program.Nodes(), ElementsAre("RESHAPE(x) -> a", "RESHAPE(a) -> y"));
  EXPECT_THAT(program.Refusals(), ElementsAre("node 1 RESHAPE: others read the first one's result"));
}

TEST(JoinReshapesTest, AnotherScaleBetweenThemStays) {
  TextProgram program{Chain("0.25", "y")};
  ASSERT_TRUE(program.Run(JoinReshapes).ok());
  EXPECT_THAT(program.Nodes().size(), 3U);
  EXPECT_THAT(program.Refusals(),
              ElementsAre("node 1 RESHAPE: their scales differ", "node 2 RESHAPE: their scales differ"));
}

TEST(JoinReshapesTest, DimsOfARunStay) {
  TextProgram program{Chain("0.5", "y")};
  program.Tensor("b").is_dynamic = true;
  ASSERT_TRUE(program.Run(JoinReshapes).ok());
  EXPECT_THAT(program.Refusals(), ElementsAre("node 1 RESHAPE: a run decides the dims",
                                              "node 2 RESHAPE: a run decides the dims"));
}

}  // namespace
}  // namespace litevk::to_onnx
