// Graphs as text.
#include "onnx/passes/graph_text.h"

#include <gtest/gtest.h>

#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

TEST(GraphText, DescribesATensorWhereItFirstOccurs) {
  TextProgram program{R"(
    image: int8 1x4x4x3 scale 0.5 zero -1
    filter: int8 2x1x1x3 scale 0.25/0.5 = 1
    y: int8 1x4x4x2 scale 0.125 = CONV_2D(image, filter, -)
    z: int8 1x4x4x2 scale 0.125 = ADD(y, y)
    return z, y)"};
  program.graph().name = "main";
  program.NodeOf("z").index = 12;
  EXPECT_EQ(GraphText(program.graph()),
            "graph 'main' (%0 'image' int8 1x4x4x3 scale 0.5 zero -1)\n"
            "0 CONV_2D (%0, %1 'filter' int8 2x1x1x3 scale [2] stored, -) -> (%2 'y' int8 1x4x4x2 scale "
            "0.125)\n"
            "12 ADD (%2, %2) -> (%3 'z' int8 1x4x4x2 scale 0.125)\n"
            "return (%3, %2)\n");
}

// A name may have characters that a terminal interprets.
TEST(GraphText, NamesAreHarmless) {
  TextProgram program{"x: float32 scalar\nreturn x"};
  program.Tensor("x").name = "\x1b[2J";
  EXPECT_EQ(GraphText(program.graph()), "graph '' (%0 '\\x1b[2J' float32 scalar)\nreturn (%0)\n");
}

TEST(GraphText, DimsOfARunAreOpen) {
  TextProgram program{"x: float32 4\nreturn x"};
  program.Tensor("x").is_dynamic = true;
  EXPECT_EQ(GraphText(program.graph()), "graph '' (%0 'x' float32 ?)\nreturn (%0)\n");
}

}  // namespace
}  // namespace litevk::to_onnx
