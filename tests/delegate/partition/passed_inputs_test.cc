#include "delegate/partition/passed_inputs.h"

#include <gtest/gtest.h>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using test::ModelBuilder;

constexpr int kBody = 2;

ir::TensorId InputWithoutRank(ModelBuilder& model, ir::DataType type = ir::DataType::kFloat32) {
  const ir::TensorId id = model.Input({}, type);
  model.tensor(id).has_rank = false;
  return id;
}

// Adds a loop of subgraphs 1 and 2 over the inputs.
void AddLoop(ModelBuilder& model, const std::vector<ir::TensorId>& inputs) {
  model.Node(abi::kTfLiteBuiltinWhile, inputs, {}, abi::TfLiteWhileParams{1, kBody});
}

TEST(PassedInputsTest, GiveABodyItsDims) {
  ModelBuilder caller;
  const ir::TensorId filter = caller.Floats({2, 3}, std::vector<float>(6));
  AddLoop(caller, {caller.Input({}, ir::DataType::kInt32), caller.Input({1, 3}), filter});
  PassedInputs passed;
  CollectPassedInputs(caller.graph(), passed);
  ModelBuilder body;
  const ir::TensorId counter = body.Input({}, ir::DataType::kInt32);
  const ir::TensorId x = InputWithoutRank(body);
  const ir::TensorId weights = InputWithoutRank(body);
  body.Node(abi::kTfLiteBuiltinTanh, {x}, {});
  ApplyPassedInputs(passed.at(kBody), ir::GraphIndex(body.graph()), body.graph());
  EXPECT_EQ(body.tensor(counter).dims, ir::Shape());
  EXPECT_EQ(body.tensor(x).dims, (ir::Shape{1, 3}));
  EXPECT_TRUE(body.tensor(x).has_rank);
  EXPECT_EQ(body.tensor(weights).dims, (ir::Shape{2, 3}));
}

TEST(PassedInputsTest, OfBranchesComeAfterTheCondition) {
  ModelBuilder caller;
  caller.Node(abi::kTfLiteBuiltinIf, {caller.Input({}, ir::DataType::kBool), caller.Input({1, 3})}, {},
              abi::TfLiteIfParams{1, kBody});
  PassedInputs passed;
  CollectPassedInputs(caller.graph(), passed);
  ASSERT_EQ(passed.at(1).size(), 1U);
  EXPECT_EQ(passed.at(kBody)[0].dims, (ir::Shape{1, 3}));
}

TEST(PassedInputsTest, OfCallersThatDiffer) {
  ModelBuilder caller;
  AddLoop(caller, {caller.Input({1, 3}), caller.Input({2})});
  AddLoop(caller, {caller.Input({4, 3}), caller.Input({2, 1})});
  PassedInputs passed;
  CollectPassedInputs(caller.graph(), passed);
  EXPECT_EQ(passed.at(kBody)[0].dims, (ir::Shape{ir::kUnknownDim, 3}));
  EXPECT_FALSE(passed.at(kBody)[1].has_rank);
  AddLoop(caller, {caller.Input({1, 3})});
  CollectPassedInputs(caller.graph(), passed);
  EXPECT_TRUE(passed.at(kBody).empty());
}

TEST(PassedInputsTest, KeepWhatABodyLeavesOpen) {
  ModelBuilder caller;
  AddLoop(caller, {caller.Input({1, 3})});
  PassedInputs passed;
  CollectPassedInputs(caller.graph(), passed);
  ModelBuilder body;
  const ir::TensorId x = body.Input({ir::kUnknownDim, 3});
  ApplyPassedInputs(passed.at(kBody), ir::GraphIndex(body.graph()), body.graph());
  EXPECT_EQ(body.tensor(x).dims, (ir::Shape{ir::kUnknownDim, 3}));
}

// FULLY_CONNECTED of TensorFlow 2.14 adds six tensors when it is initialized, before a delegate is applied.
TEST(PassedInputsTest, PassOverScratchTensors) {
  ModelBuilder caller;
  AddLoop(caller, {caller.Input({1, 3})});
  PassedInputs passed;
  CollectPassedInputs(caller.graph(), passed);
  ModelBuilder body;
  const ir::TensorId x = InputWithoutRank(body);
  InputWithoutRank(body, ir::DataType::kNone);
  ApplyPassedInputs(passed.at(kBody), ir::GraphIndex(body.graph()), body.graph());
  EXPECT_EQ(body.tensor(x).dims, (ir::Shape{1, 3}));
}

TEST(PassedInputsTest, LeaveAloneWhatDoesNotFit) {
  ModelBuilder caller;
  AddLoop(caller, {caller.Input({1, 3})});
  PassedInputs passed;
  CollectPassedInputs(caller.graph(), passed);
  ModelBuilder body;
  const ir::TensorId x = InputWithoutRank(body, ir::DataType::kInt32);
  ApplyPassedInputs(passed.at(kBody), ir::GraphIndex(body.graph()), body.graph());
  EXPECT_FALSE(body.tensor(x).has_rank);
  const ir::TensorId more = InputWithoutRank(body);
  ApplyPassedInputs(passed.at(kBody), ir::GraphIndex(body.graph()), body.graph());
  EXPECT_FALSE(body.tensor(more).has_rank);
}

}  // namespace
}  // namespace litevk
