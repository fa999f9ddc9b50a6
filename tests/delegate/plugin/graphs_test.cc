// Awkward graphs, each with and without the delegate.
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

class GraphsTest : public DelegateTest {
 protected:
  void Check(const ModelBuilder& model, int delegate_nodes, const OptionPairs& options = {},
             FakeInterpreterOptions host = {}) {
    const auto delegate = MakeDelegate(options, GetParam());
    ExpectSameResults(model, delegate->abi(), delegate_nodes, host);
  }
};

constexpr int kCpuOnly = abi::kTfLiteBuiltinLshProjection;  // an operator without a row

TEST_P(GraphsTest, Chain) {
  ModelBuilder model;
  BuildChain(model);
  Check(model, 1);
}

TEST_P(GraphsTest, SameTensorTwice) {
  ModelBuilder model;
  const int input = model.Input({1, 4, 4, 3});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {input, input}, {1, 4, 4, 3}, kNoActivation)});
  Check(model, 1);
}

TEST_P(GraphsTest, InputIsOutputToo) {
  ModelBuilder model;
  const int input = model.Input({1, 7});
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 7});
  model.SetOutputs({input, relu});
  Check(model, 1);
}

TEST_P(GraphsTest, IntermediateIsOutputToo) {
  ModelBuilder model;
  const int input = model.Input({1, 7});
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 7});
  const int tanh = model.Node(abi::kTfLiteBuiltinTanh, {relu}, {1, 7});
  model.SetOutputs({tanh, relu});
  Check(model, 1);
}

TEST_P(GraphsTest, OutputIsAnInputReshaped) {
  ModelBuilder model;
  const int input = model.Input({1, 2, 3, 4});
  abi::TfLiteReshapeParams params = {};
  const int shape = model.Ints({6, 4});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinReshape, {input, shape}, {6, 4}, params)});
  Check(model, 1);
}

TEST_P(GraphsTest, AbsentOptionalInput) {
  for (const bool given_as_absent : {true, false}) {
    ModelBuilder model;
    const int input = model.Input({2, 6});
    const int weights = model.Floats({3, 6}, SomeValues(18, 5));
    std::vector<int> inputs = {input, weights};
    if (given_as_absent) inputs.push_back(ir::kAbsent);
    const abi::TfLiteFullyConnectedParams params = {};
    model.SetOutputs({model.Node(abi::kTfLiteBuiltinFullyConnected, inputs, {2, 3}, params)});
    Check(model, 1);
  }
}

// RELU of a constant: the value is known when the model is loaded.
TEST_P(GraphsTest, ConstantReadInsideAndOutside) {
  ModelBuilder model;
  const int input = model.Input({1, 8});
  const int stored = model.Floats({8}, SomeValues(8, 4));
  const int constant = model.Node(abi::kTfLiteBuiltinRelu, {stored}, {8});
  const int sum = model.Node(abi::kTfLiteBuiltinAdd, {input, constant}, {1, 8}, kNoActivation);
  model.SetOutputs({sum, constant});
  Check(model, 1);
}

TEST_P(GraphsTest, ConstantThatNoDelegatedNodeReadsStays) {
  ModelBuilder model;
  const int input = model.Input({1, 8});
  const int stored = model.Floats({8}, SomeValues(8, 4));
  const int constant = model.Node(abi::kTfLiteBuiltinRelu, {stored}, {8});
  const int tanh = model.Node(abi::kTfLiteBuiltinTanh, {input}, {1, 8});
  model.SetOutputs({tanh, constant});
  const auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  EXPECT_EQ(interpreter.subgraph().plan().size(), 2U);
  ExpectSameResults(model, delegate->abi(), 1);
}

TEST_P(GraphsTest, TensorReadByClaimedAndUnclaimedNodes) {
  ModelBuilder model;
  const int input = model.Input({1, 9});
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 9});
  const int left = model.Node(abi::kTfLiteBuiltinTanh, {relu}, {1, 9});
  const int mean_like = model.Node(abi::kTfLiteBuiltinLogistic, {relu}, {1, 9});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {left, mean_like}, {1, 9}, kNoActivation)});
  // LOGISTIC, node 2, stays with the interpreter: RELU and TANH, then LOGISTIC, then ADD.
  const auto delegate = MakeDelegate({{"last_delegate_node_index", "1"}}, GetParam());
  ExpectSameResults(model, delegate->abi(), 1);
}

TEST_P(GraphsTest, UnclaimedNodeInTheMiddle) {
  ModelBuilder model;
  const int input = model.Input({1, 9});
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 9});
  const int middle = model.Node(abi::kTfLiteBuiltinLogistic, {relu}, {1, 9});
  model.last_node().version = 99;
  const int tanh = model.Node(abi::kTfLiteBuiltinTanh, {middle}, {1, 9});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {tanh, relu}, {1, 9}, kNoActivation)});
  Check(model, 2);
}

TEST_P(GraphsTest, PreserveAllTensors) {
  ModelBuilder model;
  BuildChain(model);
  Check(model, 3, {}, {.preserve_all_tensors = true});
}

TEST_P(GraphsTest, EmptyTensorsStayWithTheInterpreter) {
  ModelBuilder model;
  const int input = model.Input({1, 0, 3});
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 0, 3})});
  Check(model, 0);
}

TEST_P(GraphsTest, BodiesOfControlFlowAreDelegated) {
  ModelBuilder main;
  const int input = main.Input({1, 4});
  const int output = main.Node(abi::kTfLiteBuiltinIf, {input, input}, {1, 4}, abi::TfLiteIfParams{1, 2});
  main.SetOutputs({main.Node(abi::kTfLiteBuiltinRelu, {output}, {1, 4})});
  ModelBuilder then_body;
  BuildChain(then_body);
  ModelBuilder else_body;
  BuildChain(else_body);
  ModelBuilder other_entry;
  BuildChain(other_entry);
  const auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter({&main, &then_body, &else_body, &other_entry});
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk) << interpreter.TakeErrors();
  EXPECT_EQ(interpreter.subgraph(0).DelegateNodes(), 1);
  EXPECT_EQ(interpreter.subgraph(1).DelegateNodes(), 1);
  EXPECT_EQ(interpreter.subgraph(2).DelegateNodes(), 1);
  EXPECT_EQ(interpreter.subgraph(3).DelegateNodes(), 1);
  EXPECT_EQ(interpreter.TakeErrors(), "");
  EXPECT_EQ(interpreter.forbidden_calls(), 0);
}

TEST_P(GraphsTest, NothingToClaim) {
  ModelBuilder model;
  const int input = model.Input({1, 4});
  model.SetOutputs({model.Node(kCpuOnly, {input}, {1, 4})});
  const auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter(model);
  EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 0);
}

// The interpreter frees the kernels last if a program destroys the delegate too early.
TEST_P(GraphsTest, KernelsOutliveTheDelegate) {
  ModelBuilder model;
  BuildChain(model);
  auto delegate = MakeDelegate({}, GetParam());
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  delegate.reset();
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  FakeInterpreter stock(model);
  ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
  ExpectClose(Run(interpreter), Run(stock));
}

INSTANTIATE_TEST_SUITE_P(Backends, GraphsTest, testing::Values("vulkan", "reference"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace litevk::test
