#include "delegate/import/import_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "delegate/import/control_flow.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/fake_interpreter.h"

namespace litevk {
namespace {

using test::FakeInterpreter;
using test::ModelBuilder;
using testing::ElementsAre;

constexpr abi::TfLiteAddParams kRelu6 = {.activation = abi::kTfLiteActRelu6, .pot_scale_int16 = false};

class ImportTest : public testing::Test {
 protected:
  ImportTest() {
    input_ = model_.Input({1, 2, 3});
    stored_ = model_.Floats({3}, {1, 2, 3});
    sum_ = model_.Node(abi::kTfLiteBuiltinAdd, {input_, stored_}, {1, 2, 3}, kRelu6);
    model_.last_node().version = 2;
    relu_ = model_.Node(abi::kTfLiteBuiltinRelu, {sum_}, {1, 2, 3});
  }

  // Returns the interpreter as it is inside of the delegate's Prepare.
  FakeInterpreter& Host() {
    if (host_ == nullptr) host_ = std::make_unique<FakeInterpreter>(model_);
    host_->subgraph().AllowDelegateCalls();
    return *host_;
  }
  Result<ir::Graph> Import() { return ImportGraph(Host().subgraph().context()); }

  ModelBuilder model_;
  int input_;
  int stored_;
  int sum_;
  int relu_;
  std::unique_ptr<FakeInterpreter> host_;
};

TEST_F(ImportTest, CopiesTheGraph) {
  model_.tensor(relu_).is_variable = true;
  model_.tensor(sum_).is_dynamic = true;
  model_.tensor(input_).quantization = {{0.5F, 0.25F}, {3, 4}, 0};
  const auto graph = Import();
  ASSERT_TRUE(graph.ok());
  ASSERT_EQ(graph->nodes.size(), 2U);
  const ir::Node& add = graph->nodes[0];
  EXPECT_EQ(add.op_code, abi::kTfLiteBuiltinAdd);
  EXPECT_EQ(add.version, 2);
  EXPECT_THAT(add.inputs, ElementsAre(input_, stored_));
  EXPECT_THAT(add.outputs, ElementsAre(sum_));
  EXPECT_EQ(add.params.As<abi::TfLiteArithmeticParams>().activation, abi::kTfLiteActRelu6);
  EXPECT_FALSE(graph->nodes[1].params.present());
  EXPECT_EQ(graph->tensor(stored_).constness, ir::Constness::kStored);
  EXPECT_EQ(graph->tensor(stored_).data.size(), 12U);
  EXPECT_EQ(graph->tensor(input_).constness, ir::Constness::kRuntime);
  EXPECT_EQ(graph->tensor(input_).dims, (ir::Shape{1, 2, 3}));
  EXPECT_THAT(graph->tensor(input_).quantization.scales, ElementsAre(0.5F, 0.25F));
  EXPECT_THAT(graph->tensor(input_).quantization.zero_points, ElementsAre(3, 4));
  EXPECT_TRUE(graph->tensor(relu_).is_variable);
  EXPECT_TRUE(graph->tensor(sum_).is_dynamic);
}

TEST_F(ImportTest, SurvivesNullPointers) {
  abi::TfLiteTensor& tensor = Host().subgraph().tensor(input_);
  tensor.dims = nullptr;
  tensor.name = nullptr;
  tensor.quantization = {abi::kTfLiteAffineQuantization, nullptr};
  abi::TfLiteAffineQuantization empty = {};
  Host().subgraph().tensor(relu_).quantization = {abi::kTfLiteAffineQuantization, &empty};
  Host().subgraph().node(0).builtin_data = nullptr;
  Host().subgraph().node(1).inputs = nullptr;
  const auto graph = Import();
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ(graph->tensor(input_).dims.rank(), 0);
  EXPECT_TRUE(graph->tensor(relu_).quantization.scales.empty());
  EXPECT_FALSE(graph->nodes[0].params.present());
  EXPECT_TRUE(graph->nodes[1].inputs.empty());
}

TEST_F(ImportTest, NegativeIdsAreAbsentTensors) {
  Host().subgraph().node(0).inputs->data[1] = -7;
  const auto graph = Import();
  ASSERT_TRUE(graph.ok());
  EXPECT_THAT(graph->nodes[0].inputs, ElementsAre(input_, ir::kAbsent));
}

TEST_F(ImportTest, IdsOutOfRangeAreErrors) {
  Host().subgraph().node(0).inputs->data[1] = 4;
  EXPECT_EQ(Import().status().message(), "node 0: expected tensor ids below 4, found 4");
}

TEST_F(ImportTest, RefusedQueriesAreErrors) {
  Host().subgraph().ForbidDelegateCalls();
  EXPECT_FALSE(ImportGraph(host_->subgraph().context()).ok());
}

class ControlFlowTest : public testing::Test {
 protected:
  // A subgraph whose only node has the given code and parameters.
  template <typename Params>
  static ModelBuilder Calling(int code, const Params& params) {
    ModelBuilder model;
    const int input = model.Input({1});
    model.SetOutputs({model.Node(code, {input}, {1}, params)});
    return model;
  }

  // Returns for each subgraph if its nodes are read. `params` are the first nodes' parameters, by subgraph,
  // if they are longer than an ir::Node can hold.
  static std::vector<bool> Read(const std::vector<const ModelBuilder*>& subgraphs,
                                const std::map<int, void*>& params = {}) {
    FakeInterpreter host(subgraphs);
    std::vector<bool> read;
    for (const auto& [subgraph, data] : params) host.subgraph(subgraph).node(0).builtin_data = data;
    for (int i = 0; i < host.subgraph_count(); ++i) {
      host.subgraph(i).AllowDelegateCalls();
      const SubgraphInfo info = FindSubgraph(host.subgraph(i).context());
      EXPECT_EQ(info.index, i);
      read.push_back(info.nodes_are_read);
      // The subgraph's own rights are still there, those of the others are gone.
      EXPECT_TRUE(ImportExecutionPlan(host.subgraph(i).context()).ok());
      host.subgraph(i).ForbidDelegateCalls();
      EXPECT_EQ(host.TakeErrors(), "");
      for (int other = 0; other < host.subgraph_count(); ++other) {
        EXPECT_FALSE(ImportExecutionPlan(host.subgraph(other).context()).ok());
      }
      host.TakeErrors();
    }
    return read;
  }
};

TEST_F(ControlFlowTest, FindsSubgraphsWhoseNodesAreRead) {
  const ModelBuilder main = Calling(abi::kTfLiteBuiltinIf, abi::TfLiteIfParams{2, 3});
  const ModelBuilder second = Calling(abi::kTfLiteBuiltinStablehloScatter, 0);
  abi::TfLiteStablehloScatterParams scatter = {.update_computation_subgraph_index = 4};
  // Nested: the body of the IF has a node that reads a body behind it.
  const ModelBuilder nested = Calling(abi::kTfLiteBuiltinStablehloReduceWindow, 0);
  abi::TfLiteStablehloReduceWindowParams window = {.body_subgraph_index = 5};
  ModelBuilder plain;
  plain.Node(abi::kTfLiteBuiltinRelu, {plain.Input({1})}, {1});
  EXPECT_THAT(Read({&main, &second, &plain, &nested, &plain, &plain, &plain}, {{1, &scatter}, {3, &window}}),
              ElementsAre(false, false, false, false, true, true, false));
  EXPECT_THAT(Read({&plain}), ElementsAre(false));
  EXPECT_THAT(Read({&plain, &plain}), ElementsAre(false, false));
}

// A loop in a branch: the subgraphs that the loop calls are repeated, and those that these call, but not the
// branch.
TEST_F(ControlFlowTest, FindsWhatLoopsRepeat) {
  const ModelBuilder main = Calling(abi::kTfLiteBuiltinIf, abi::TfLiteIfParams{1, 2});
  const ModelBuilder branch = Calling(abi::kTfLiteBuiltinWhile, abi::TfLiteWhileParams{3, 4});
  const ModelBuilder body = Calling(abi::kTfLiteBuiltinIf, abi::TfLiteIfParams{5, 5});
  ModelBuilder plain;
  plain.Node(abi::kTfLiteBuiltinRelu, {plain.Input({1})}, {1});
  FakeInterpreter host({&main, &branch, &plain, &plain, &body, &plain});
  std::vector<bool> repeated;
  for (int i = 0; i < host.subgraph_count(); ++i) {
    host.subgraph(i).AllowDelegateCalls();
    const SubgraphInfo info = FindSubgraph(host.subgraph(i).context());
    repeated.push_back(info.is_repeated);
    EXPECT_EQ(info.is_control_flow_body, i > 0);
    EXPECT_EQ(info.last_called, 5);
    host.subgraph(i).ForbidDelegateCalls();
  }
  EXPECT_THAT(repeated, ElementsAre(false, false, false, true, true, true));
}

TEST_F(ControlFlowTest, RuntimeWithoutSubgraphContexts) {
  ModelBuilder plain;
  plain.Node(abi::kTfLiteBuiltinRelu, {plain.Input({1})}, {1});
  FakeInterpreter host(plain);
  host.subgraph().AllowDelegateCalls();
  host.subgraph().context()->AcquireSubgraphContext = nullptr;
  const SubgraphInfo info = FindSubgraph(host.subgraph().context());
  EXPECT_EQ(info.index, 0);
  EXPECT_FALSE(info.nodes_are_read);
}

}  // namespace
}  // namespace litevk
