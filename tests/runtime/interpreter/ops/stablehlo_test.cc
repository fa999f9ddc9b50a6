// StableHLO's operators with subgraphs: CASE and COMPOSITE, which run them, and SCATTER and REDUCE_WINDOW,
// which inspect the combining node. Their results are tested by tests/ops/cases/graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runtime/interpreter/ops/control_flow_test.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void AddCase(TestModel& model, std::vector<int> inputs, std::vector<int> outputs, std::vector<int> branches) {
  schema::StablehloCaseOptionsT options;
  options.branch_subgraph_indices = std::move(branches);
  model.AddOp(abi::kTfLiteBuiltinStablehloCase, std::move(inputs), std::move(outputs))
      .builtin_options_2.Set(std::move(options));
}

// Computes index, x -> x + 1, x * 10 or x - 2.
TestModel CaseOfThree(schema::TensorType index_type = kInt) {
  TestModel model;
  const int index = model.Input({}, index_type);
  const int x = model.Input({2});
  const int chosen = model.Tensor({2});
  AddCase(model, {index, x}, {chosen}, {1, 2, 3});
  model.SetOutputs({chosen});
  AddArithmeticSubgraph(model, "first", abi::kTfLiteBuiltinAdd, 1, {2});
  AddArithmeticSubgraph(model, "second", abi::kTfLiteBuiltinMul, 10, {2});
  AddArithmeticSubgraph(model, "third", abi::kTfLiteBuiltinSub, 2, {2});
  return model;
}

TEST(StablehloCase, RunsTheBranchOfTheIndexOrTheLast) {
  TestModel model = CaseOfThree();
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_FALSE(IsDynamic(interpreter, interpreter.main().outputs()[0]));
  const auto run = [&](int index) {
    interpreter.SetInput<int>(0, {index});
    interpreter.SetInput(1, {3, 4});
    EXPECT_OK(interpreter->Invoke());
    return interpreter.Output();
  };
  EXPECT_THAT(run(0), ElementsAre(4, 5));
  EXPECT_THAT(run(1), ElementsAre(30, 40));
  EXPECT_THAT(run(2), ElementsAre(1, 2));
  EXPECT_THAT(run(3), ElementsAre(1, 2));
  EXPECT_THAT(run(-1), ElementsAre(1, 2));
}

TEST(StablehloCase, BranchesOfDifferentShapesMakeTheOutputDynamic) {
  TestModel model;
  const int index = model.Input({}, kInt);
  const int x = model.Input({2});
  const int chosen = model.Tensor({2});
  AddCase(model, {index, x}, {chosen}, {1, 2});
  model.SetOutputs({chosen});
  AddArithmeticSubgraph(model, "first", abi::kTfLiteBuiltinAdd, 1, {2});
  AddDoublingSubgraph(model, "second", 2);
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  EXPECT_TRUE(IsDynamic(interpreter, chosen));
  interpreter.SetInput<int>(0, {1});
  interpreter.SetInput(1, {3, 4});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(3, 4, 3, 4));
}

TEST(StablehloCase, RefusesWhatIsNoIndex) {
  TestModel model = CaseOfThree(kFloat);
  EXPECT_THAT(PrepareError(model),
              HasSubstr("STABLEHLO_CASE: the index is float32 scalar, expected one int32"));
}

TEST(StablehloCase, NeedsBranches) {
  TestModel model;
  const int index = model.Input({}, kInt);
  const int x = model.Input({2});
  const int chosen = model.Tensor({2});
  AddCase(model, {index, x}, {chosen}, {});
  model.SetOutputs({chosen});
  EXPECT_THAT(PrepareError(model), HasSubstr("STABLEHLO_CASE: has no branches"));
}

TEST(StablehloCase, RefusesABranchThatIsNotThere) {
  TestModel model;
  AddCase(model, {model.Input({}, kInt)}, {model.Tensor({2})}, {5});
  EXPECT_THAT(PrepareError(model), HasSubstr("it calls subgraph 5 of 1"));
}

TEST(StablehloComposite, RunsItsDecomposition) {
  TestModel model;
  const int x = model.Input({2});
  const int y = model.Tensor({2});
  schema::StableHLOCompositeOptionsT options;
  options.name = "test.plus_one";
  options.decomposition_subgraph_index = 1;
  model.AddOp(abi::kTfLiteBuiltinStablehloComposite, {x}, {y}).builtin_options_2.Set(options);
  model.SetOutputs({y});
  AddArithmeticSubgraph(model, "decomposition", abi::kTfLiteBuiltinAdd, 1, {2});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput(0, {3, 4});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(4, 5));
  ASSERT_OK(interpreter->ResizeInput(0, {3}));
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput(0, {3, 4, 5});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(4, 5, 6));
}

// Combines windows of two of three values with the nodes of `body`.
TestModel ReduceWindow(const std::vector<int>& body, int64_t stride = 1,
                       schema::TensorType initial = kFloat) {
  TestModel model;
  const int x = model.Input({3});
  const int start = initial == kFloat ? model.Floats({}, {0}) : model.Ints({0});
  const int y = model.Tensor({2});
  schema::StablehloReduceWindowOptionsT options;
  options.window_dimensions = {2};
  options.window_strides = {stride};
  options.base_dilations = {1};
  options.window_dilations = {1};
  options.padding = {0, 0};
  options.body_subgraph_index = 1;
  model.AddOp(abi::kTfLiteBuiltinStablehloReduceWindow, {x, start}, {y}).builtin_options_2.Set(options);
  model.SetOutputs({y});
  model.AddSubgraph("body");
  int value = model.Input({});
  const int other = model.Input({});
  for (const int op : body) value = model.Op(op, {value, other}, {});
  model.SetOutputs({value});
  return model;
}

TEST(StablehloReduceWindow, CombinesAWindow) {
  TestModel model = ReduceWindow({abi::kTfLiteBuiltinStablehloAdd});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput(0, {1, 2, 4});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(interpreter.Output(), ElementsAre(3, 6));
}

TEST(StablehloReduceWindow, RefusesOtherBodies) {
  TestModel two = ReduceWindow({abi::kTfLiteBuiltinStablehloAdd, abi::kTfLiteBuiltinStablehloAdd});
  EXPECT_THAT(PrepareError(two), HasSubstr("subgraph 1 has 2 nodes, expected one that combines both inputs"));
  TestModel other = ReduceWindow({abi::kTfLiteBuiltinSub});
  EXPECT_THAT(PrepareError(other), HasSubstr("subgraph 1 is SUB, expected a sum, product, maximum"));
  TestModel none = ReduceWindow({});
  EXPECT_THAT(PrepareError(none), HasSubstr("subgraph 1 has 0 nodes"));
}

TEST(StablehloReduceWindow, RefusesOtherWindowsAndInitialValues) {
  TestModel stride = ReduceWindow({abi::kTfLiteBuiltinStablehloAdd}, 0);
  EXPECT_THAT(PrepareError(stride), HasSubstr("dim 0 has window 2, stride 0"));
  TestModel initial = ReduceWindow({abi::kTfLiteBuiltinStablehloAdd}, 1, kInt);
  EXPECT_THAT(PrepareError(initial),
              HasSubstr("the initial value is int32 1, expected one float32 as the input"));
}

// Returns the error of a scatter of rows of updates to a 4 x 3 matrix.
std::string ScatterError(const schema::StablehloScatterOptionsT& options, std::vector<int> updates,
                         schema::TensorType index_type = kInt) {
  TestModel model;
  const int x = model.Input({4, 3});
  const int indices = model.Input({2, 1}, index_type);
  const int y = model.Tensor({4, 3});
  model.AddOp(abi::kTfLiteBuiltinStablehloScatter, {x, indices, model.Input(std::move(updates))}, {y})
      .builtin_options_2.Set(schema::StablehloScatterOptionsT(options));
  model.SetOutputs({y});
  model.AddSubgraph("update");
  model.Input({});
  model.SetOutputs({model.Input({})});
  return PrepareError(model);
}

TEST(StablehloScatter, RefusesDimsThatDoNotAgree) {
  schema::StablehloScatterOptionsT options;
  options.update_window_dims = {1};
  options.inserted_window_dims = {0};
  options.scatter_dims_to_operand_dims = {0};
  options.index_vector_dim = 1;
  options.update_computation_subgraph_index = 1;
  EXPECT_EQ(ScatterError(options, {2, 3}), "");
  EXPECT_THAT(ScatterError(options, {5, 3}), HasSubstr("expected the same batch"));
  EXPECT_THAT(ScatterError(options, {2, 3}, kFloat), HasSubstr("types are float32, float32 and float32"));
  schema::StablehloScatterOptionsT mapped = options;
  mapped.scatter_dims_to_operand_dims = {0, 1};
  EXPECT_THAT(ScatterError(mapped, {2, 3}), HasSubstr("index vectors have 1 indices, expected the 2"));
  mapped.scatter_dims_to_operand_dims = {2};
  EXPECT_THAT(ScatterError(mapped, {2, 3}), HasSubstr("has 2 at 0, expected different dims below 2"));
  schema::StablehloScatterOptionsT inserted = options;
  inserted.inserted_window_dims = {};
  EXPECT_THAT(ScatterError(inserted, {2, 3}), HasSubstr("expected the 2 dims of the input in all"));
  schema::StablehloScatterOptionsT vectors = options;
  vectors.index_vector_dim = 3;
  EXPECT_THAT(ScatterError(vectors, {2, 3}), HasSubstr("index_vector_dim is 3, expected 0 to 2"));
}

}  // namespace
}  // namespace litevk::test
