// Tensors that a plan computes from dims.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "delegate/partition/partitioner.h"
#include "delegate/verdict/final_shapes.h"
#include "delegate/verdict/verdict.h"
#include "runtime/ir/open_dims.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/delegate/partition/open_shapes/cases.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using ir::kUnknownDim;
using test::kTransposeConv;
using test::ModelBuilder;
using test::Scalar;
using testing::ElementsAre;

// SHAPE, a slice of it and the PACK of both: the output shape of a TRANSPOSE_CONV in a model of open dims.
class PlannedShapesTest : public testing::Test {
 protected:
  ir::TensorId Int(int op_code, std::vector<ir::TensorId> inputs, ir::Shape dims) {
    const ir::TensorId id = model_.Node(op_code, std::move(inputs), std::move(dims));
    model_.tensor(id).type = ir::DataType::kInt32;
    return id;
  }
  template <typename Params>
  void SetParams(const Params& params) {
    model_.last_node().params = ir::Params(&params, sizeof(params));
  }
  // Adds nodes that compute an output shape with the batch of `source`.
  ir::TensorId OutputShape(ir::TensorId source) {
    const ir::TensorId shape = Int(abi::kTfLiteBuiltinShape, {source}, {4});
    SetParams(abi::TfLiteShapeParams{abi::kTfLiteInt32});
    const ir::TensorId batch = Int(abi::kTfLiteBuiltinStridedSlice,
                                   {shape, model_.Ints({0}), model_.Ints({1}), model_.Ints({1})}, {});
    SetParams(abi::TfLiteStridedSliceParams{.shrink_axis_mask = 1});
    const auto scalar = [&](int value) { return model_.Constant<int>({}, ir::DataType::kInt32, {value}); };
    const ir::TensorId packed = Int(abi::kTfLiteBuiltinPack, {batch, scalar(8), scalar(6), scalar(4)}, {4});
    SetParams(abi::TfLitePackParams{.values_count = 4});
    return packed;
  }
  ir::TensorId TransposeConv(ir::TensorId shape, ir::TensorId input) {
    return model_.Node(abi::kTfLiteBuiltinTransposeConv, {shape, Zeros(model_, {4, 2, 2, 8}), input},
                       {1, 8, 6, 4}, kTransposeConv);
  }
  Partitioning Partition() {
    graph_ = model_.graph();
    return PartitionGraph(graph_, ir::GraphIndex(graph_), JudgeGraph(graph_, {}), {});
  }
  ModelBuilder model_;
  ir::Graph graph_;
};

TEST_F(PlannedShapesTest, AreClaimedWithTheirReaders) {
  const int input = model_.Input({kUnknownDim, 4, 3, 8});
  const int relu = model_.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 4, 3, 8});
  const int result = TransposeConv(OutputShape(relu), relu);
  model_.SetOutputs({result});
  const Partitioning partitioning = Partition();
  for (const Verdict& verdict : partitioning.verdicts) EXPECT_TRUE(verdict.supported()) << verdict.reason;
  EXPECT_THAT(partitioning.partitions, ElementsAre(ElementsAre(0, 1, 2, 3, 4)));
  EXPECT_EQ(graph_.tensor(result).dims.ToString(), "?x?x?x4");

  // A plan knows the dims, and with them the shape.
  graph_.tensor(input).dims = {3, 4, 3, 8};
  PlannedValues values;
  const auto final_nodes = InferFinalShapes(graph_, partitioning.partitions[0], {}, values);
  ASSERT_TRUE(final_nodes.ok()) << final_nodes.status().message();
  EXPECT_TRUE(final_nodes->refused_nodes.empty());
  EXPECT_EQ(graph_.tensor(result).dims.ToString(), "3x8x6x4");
}

TEST_F(PlannedShapesTest, AShapeThatTheInterpreterReadsStaysWithIt) {
  const int input = model_.Input({1, 4, 3, 8});
  const int shape = OutputShape(input);
  const int read = Int(abi::kTfLiteBuiltinTopkV2, {shape}, {4});
  const int result = TransposeConv(shape, input);
  model_.SetOutputs({read, result});
  const Partitioning partitioning = Partition();
  EXPECT_EQ(partitioning.verdicts[0].code, ReasonCode::kConstantLeft);
  EXPECT_EQ(partitioning.verdicts[2].code, ReasonCode::kConstantLeft);
  // The reader computes the value for itself.
  EXPECT_TRUE(partitioning.verdicts.back().supported()) << partitioning.verdicts.back().reason;
}

// Only the model's caller reads the shape: the partition writes what it knows.
TEST_F(PlannedShapesTest, AShapeThatIsAResultIsClaimed) {
  const int relu = model_.Node(abi::kTfLiteBuiltinRelu, {model_.Input({kUnknownDim, 8})}, {1, 8});
  const int shape = Int(abi::kTfLiteBuiltinShape, {relu}, {2});
  SetParams(abi::TfLiteShapeParams{abi::kTfLiteInt32});
  model_.SetOutputs({relu, shape});
  const Partitioning partitioning = Partition();
  EXPECT_THAT(partitioning.partitions, ElementsAre(ElementsAre(0, 1)));
}

// Results of the dims at hand are inferred at once, and results of other dims later.
TEST_F(PlannedShapesTest, KnownDimsGiveKnownShapes) {
  const int input = model_.Input({2, 4, 3, 8});
  const int result = TransposeConv(OutputShape(input), input);
  model_.SetOutputs({result});
  const Partitioning partitioning = Partition();
  ASSERT_EQ(partitioning.partitions.size(), 1U);
  EXPECT_EQ(graph_.tensor(result).dims.ToString(), "2x8x6x4");
  graph_.tensor(input).dims = {3, 4, 3, 8};
  PlannedValues values;
  ASSERT_TRUE(InferFinalShapes(graph_, partitioning.partitions[0], {}, values).ok());
  EXPECT_EQ(graph_.tensor(result).dims.ToString(), "3x8x6x4");
}

// Axes that are counted from the rank are known whatever dims are open, and with them the rank of the result.
TEST_F(PlannedShapesTest, OpenDimsHideNoRank) {
  const int input = model_.Input({kUnknownDim, kUnknownDim, 3});
  const int rank = Int(abi::kTfLiteBuiltinRank, {input}, {});
  const int axes = Int(abi::kTfLiteBuiltinRange, {Scalar(model_, 1), rank, Scalar(model_, 1)}, {2});
  const int result = model_.Node(abi::kTfLiteBuiltinSum, {input, axes}, {1}, abi::TfLiteReducerParams{false});
  model_.SetOutputs({result});
  const Partitioning partitioning = Partition();
  EXPECT_THAT(partitioning.partitions, ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_EQ(graph_.tensor(result).dims.ToString(), "?");
}

TEST_F(PlannedShapesTest, AFewIntegersOfAClosedModelAreKnown) {
  const int packed = Int(abi::kTfLiteBuiltinPack, {Scalar(model_, 2), Scalar(model_, -1)}, {2});
  SetParams(abi::TfLitePackParams{.values_count = 2});
  const int result = model_.Node(abi::kTfLiteBuiltinReshape, {model_.Input({4, 3}), packed}, {1, 1},
                                 abi::TfLiteReshapeParams());
  for (int round = 0; round < 2; ++round) {
    const std::vector<Verdict> verdicts = JudgeGraph(model_.graph(), {});
    for (const Verdict& verdict : verdicts) EXPECT_TRUE(verdict.supported()) << verdict.reason;
    EXPECT_EQ(model_.tensor(result).dims.ToString(), "2x6");
  }
}

// The interpreter knows the dims of the model's inputs, whichever partition holds the inputs.
TEST_F(PlannedShapesTest, AShapeOfAnInputIsKnownEverywhere) {
  const int input = model_.Input({1, 4, 3, 8});
  const int shape = OutputShape(input);
  const int on_cpu = model_.Node(abi::kTfLiteBuiltinLshProjection, {input}, {1, 4, 3, 8});
  model_.SetOutputs({TransposeConv(shape, on_cpu)});
  const Partitioning partitioning = Partition();
  EXPECT_TRUE(partitioning.verdicts.back().supported()) << partitioning.verdicts.back().reason;
}

// The shape belongs to a tensor that the last partition does not hold.
TEST_F(PlannedShapesTest, AShapeFromElsewhereIsRejected) {
  const int input = model_.Input({1, 4, 3, 8});
  const int shape = OutputShape(model_.Node(abi::kTfLiteBuiltinRelu, {input}, {1, 4, 3, 8}));
  const int on_cpu = model_.Node(abi::kTfLiteBuiltinLshProjection, {input}, {1, 4, 3, 8});
  model_.SetOutputs({TransposeConv(shape, on_cpu)});
  const Partitioning partitioning = Partition();
  EXPECT_EQ(partitioning.verdicts.back().code, ReasonCode::kShapeElsewhere);
  EXPECT_EQ(partitioning.verdicts[1].code, ReasonCode::kConstantLeft);
}

}  // namespace
}  // namespace litevk
