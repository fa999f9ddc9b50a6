#include "delegate/partition/loop_steps.h"

#include <gtest/gtest.h>

#include "delegate/partition/called_subgraphs.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using test::ModelBuilder;

constexpr int kMost = 4;
constexpr abi::TfLiteAddParams kNoActivation = {.activation = abi::kTfLiteActNone, .pot_scale_int16 = false};

ir::TensorId IntInput(ModelBuilder& model) { return model.Input({}, ir::DataType::kInt32); }

ir::TensorId Int(ModelBuilder& model, int value) {
  return model.Constant({}, ir::DataType::kInt32, std::vector<int>{value});
}

// Adds a node of the type and returns its output.
ir::TensorId Scalar(ModelBuilder& model, int code, ir::TensorId left, ir::TensorId right, ir::DataType type) {
  const ir::TensorId output = model.Node(code, {left, right}, {}, kNoActivation);
  model.tensor(output).type = type;
  return output;
}

ir::TensorId Add(ModelBuilder& model, ir::TensorId left, ir::TensorId right) {
  return Scalar(model, abi::kTfLiteBuiltinAdd, left, right, ir::DataType::kInt32);
}

ir::TensorId Less(ModelBuilder& model, ir::TensorId left, ir::TensorId right) {
  return Scalar(model, abi::kTfLiteBuiltinLess, left, right, ir::DataType::kBool);
}

// A loop over a counter, a state of floats and a bound: subgraphs 0, 1 and 2.
struct CountedLoop {
  ModelBuilder caller, condition, body;

  explicit CountedLoop(int first = 0, int bound = 3, int step = 1) {
    caller.Node(abi::kTfLiteBuiltinWhile, {Int(caller, first), caller.Input({2}), Int(caller, bound)}, {},
                abi::TfLiteWhileParams{1, 2});
    const ir::TensorId counter = IntInput(condition);
    condition.Input({2});
    Less(condition, counter, IntInput(condition));
    const ir::TensorId counted = IntInput(body);
    const ir::TensorId state = body.Input({2});
    IntInput(body);
    Add(body, counted, Int(body, step));
    body.Node(abi::kTfLiteBuiltinTanh, {state}, {2});
  }

  std::optional<int> Steps() {
    return LoopSteps(caller.graph(), caller.graph().nodes[0], condition.graph(), body.graph(), {}, kMost);
  }
};

TEST(LoopStepsTest, CountsACounterAgainstABound) {
  EXPECT_EQ(CountedLoop().Steps(), 3);
  EXPECT_EQ(CountedLoop(0, kMost).Steps(), kMost);
  EXPECT_EQ(CountedLoop(5, 3).Steps(), 0) << "the condition is false at once";
  EXPECT_EQ(CountedLoop(-4, 7, 3).Steps(), 4) << "by threes";
}

TEST(LoopStepsTest, CountsNoFurtherThanAsked) {
  EXPECT_EQ(CountedLoop(0, kMost + 1).Steps(), std::nullopt);
  EXPECT_EQ(CountedLoop(0, 3, 0).Steps(), std::nullopt) << "a loop that never ends";
}

// Keras has two counters, one of which is compared with a constant of the condition.
TEST(LoopStepsTest, CountsTwoCounters) {
  ModelBuilder caller;
  caller.Node(abi::kTfLiteBuiltinWhile, {Int(caller, 0), Int(caller, 0)}, {}, abi::TfLiteWhileParams{1, 2});
  ModelBuilder condition;
  const ir::TensorId first = Less(condition, IntInput(condition), Int(condition, 9));
  const ir::TensorId second = Less(condition, IntInput(condition), Int(condition, 4));
  Scalar(condition, abi::kTfLiteBuiltinLogicalAnd, first, second, ir::DataType::kBool);
  ModelBuilder body;
  const ir::TensorId counter = IntInput(body);
  const ir::TensorId time = IntInput(body);
  Add(body, time, Int(body, 2));
  Add(body, counter, Int(body, 1));
  EXPECT_EQ(LoopSteps(caller.graph(), caller.graph().nodes[0], condition.graph(), body.graph(), {}, kMost),
            2);
}

TEST(LoopStepsTest, WhatIsNotConstantIsNotTold) {
  CountedLoop open;
  open.caller.tensor(open.caller.graph().nodes[0].inputs[2]).constness = ir::Constness::kRuntime;
  EXPECT_EQ(open.Steps(), std::nullopt) << "the bound is an input of the model";
  CountedLoop added;
  Add(added.body, 0, 2);
  EXPECT_EQ(added.Steps(), std::nullopt) << "the body reads the bound, which it may change";
  CountedLoop doubled;
  Add(doubled.body, 0, Int(doubled.body, 5));
  EXPECT_EQ(doubled.Steps(), std::nullopt) << "two results may be the next counter";
  CountedLoop short_of_inputs;
  IntInput(short_of_inputs.body);
  EXPECT_EQ(short_of_inputs.Steps(), std::nullopt) << "the body has more inputs than the node";
}

// Counts how often each subgraph runs in a run of the model.
TEST(CalledSubgraphsTest, MultiplyStepsOfNestedLoops) {
  CountedLoop inner(0, 2);
  CountedLoop outer(0, 3);
  CalledSubgraphs called;
  const SubgraphReader read = [&](int index) -> Result<ir::Graph> {
    return index == 1 ? outer.condition.graph() : outer.body.graph();
  };
  CollectCalled(0, outer.caller.graph(), read, {}, kMost, called);
  EXPECT_EQ(called.runs.at(1), 4) << "the last time it says no";
  EXPECT_EQ(called.runs.at(2), 3);
  const abi::TfLiteWhileParams nested = {3, 4};
  inner.caller.last_node().params = ir::Params(&nested, sizeof(nested));
  const SubgraphReader read_inner = [&](int index) -> Result<ir::Graph> {
    return index == 3 ? inner.condition.graph() : inner.body.graph();
  };
  CollectCalled(2, inner.caller.graph(), read_inner, {}, kMost, called);
  EXPECT_EQ(called.runs.at(3), 9);
  EXPECT_EQ(called.runs.at(4), 6);
}

TEST(CalledSubgraphsTest, CountManyWhereNothingTells) {
  CountedLoop loop;
  CalledSubgraphs called;
  const SubgraphReader refused = [](int) -> Result<ir::Graph> { return Internal("no such subgraph"); };
  CollectCalled(0, loop.caller.graph(), refused, {}, kMost, called);
  EXPECT_EQ(called.runs.at(2), kManyRuns);
  CollectCalled(2, loop.caller.graph(), refused, {}, kMost, called);
  EXPECT_EQ(called.runs.at(2), kManyRuns) << "no more than many";
}

}  // namespace
}  // namespace litevk
