// Passes over the written model, in order.
#include "onnx/passes/written_passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/onnx/passes/onnx_graph.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

class WrittenPassesTest : public testing::Test {
 protected:
  WrittenPassesTest() {
    graph_.Add("Relu", {"x"}, "y");
    graph_.Add("Max", {"y", ""}, "z");
  }

  OnnxGraph graph_;
  TextProgram passes_{"x: float32 1\nreturn x"};
};

TEST_F(WrittenPassesTest, NodesAreNumberedLast) {
  RunWrittenPasses(graph_.graph(), passes_.context());
  EXPECT_EQ(graph_.graph().node(0).name(), "Relu_0");
  EXPECT_EQ(graph_.graph().node(1).name(), "Max_1");
  EXPECT_EQ(WrittenPasses().back().name, "number_nodes");
}

TEST_F(WrittenPassesTest, TheModelIsPrintedAfterThePassOfTheOptions) {
  graph_.graph().set_name("main");
  passes_.options().dump_after = "fold_pads";
  RunWrittenPasses(graph_.graph(), passes_.context());
  EXPECT_EQ(passes_.context().dump, "graph 'main'\n0 Relu (x) -> (y)\n1 Max (y, -) -> (z)\n");
}

}  // namespace
}  // namespace litevk::to_onnx
