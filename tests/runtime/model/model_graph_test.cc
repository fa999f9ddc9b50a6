// Import of a model file as graphs, without an interpreter.
#include "runtime/model/model_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/model/test_model.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;

TEST(ModelProgram, NamesInputsAndOutputsOfEachSubgraph) {
  TestModel source;
  const int first = source.Input({2});
  const int second = source.Input({2});
  source.SetOutputs({source.Op(abi::kTfLiteBuiltinSub, {second, first}, {2})});
  source.AddSubgraph("body");
  const int passed = source.Input({3});
  source.SetOutputs({passed});
  const auto model = source.Load();
  ASSERT_TRUE(model.ok()) << model.status().message();

  Result<ModelProgram> imported = ModelProgram::Import(**model);

  ASSERT_TRUE(imported.ok()) << imported.status().message();
  const std::vector<ir::Graph>& graphs = imported->program().subgraphs;
  ASSERT_EQ(graphs.size(), 2);
  EXPECT_THAT(graphs[0].inputs, ElementsAre(first, second));
  EXPECT_THAT(graphs[0].outputs, ElementsAre(graphs[0].nodes[0].outputs[0]));
  EXPECT_EQ(graphs[1].name, "body");
  EXPECT_THAT(graphs[1].outputs, ElementsAre(passed));
}

}  // namespace
}  // namespace litevk::test
