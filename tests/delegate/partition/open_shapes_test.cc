// Dims that a model leaves open: a judgement of them holds for every value that they may get.
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
using test::Case;
using test::Cases;
using test::Elementwise;
using test::kConv;
using test::kNoActivation;
using test::ModelBuilder;
using test::Windows;
using testing::HasSubstr;

// More buffers than the README asks of a device, since some operators need them: only dims are judged here.
const gpu::DeviceLimits kManyBuffers = {.max_bound_storage_buffers = 16};

// Returns the dims that inputs get at run time.
std::vector<int*> OpenSizes(ir::Graph& graph) {
  std::vector<int*> positions;
  const ir::GraphIndex index(graph);
  for (size_t id = 0; id < graph.tensors.size(); ++id) {
    ir::Tensor& tensor = graph.tensors[id];
    if (tensor.is_known() || tensor.is_variable || index.producers[id] >= 0) continue;
    for (int axis = 0; axis < tensor.dims.rank(); ++axis) positions.push_back(&tensor.dims[axis]);
  }
  return positions;
}

TEST(OpenShapesTest, EveryOperatorHasACase) {
  std::set<int> seen;
  for (const Case& one : Cases()) {
    ModelBuilder model;
    one.build(model);
    seen.insert(model.last_node().op_code);
  }
  for (const OpSpec& spec : OpTable()) {
    if (!spec.runs_on_device()) continue;  // on constants only, which have no open dims
    EXPECT_TRUE(seen.contains(spec.op_code)) << FindOpInfo(spec.op_code)->name;
  }
}

// Whichever dims are open, the node stays supported, and the inferred dims of its output are unknown or true.
TEST(OpenShapesTest, OpeningDimsNeverRejectsNorInfersWrongly) {
  for (const Case& one : Cases()) {
    SCOPED_TRACE(one.name);
    ModelBuilder model;
    one.build(model);
    ir::Graph closed = model.graph();
    const Verdict verdict = JudgeGraph(closed, kManyBuffers).back();
    ASSERT_TRUE(verdict.supported()) << verdict.reason;
    const ir::Shape expected = closed.tensor(closed.nodes.back().outputs[0]).dims;
    const size_t positions = OpenSizes(model.graph()).size();
    for (unsigned mask = 1; mask < 1U << positions; ++mask) {
      ir::Graph open = model.graph();
      for (size_t position = 0; position < positions; ++position) {
        if ((mask >> position & 1U) != 0) *OpenSizes(open)[position] = kUnknownDim;
      }
      const Verdict found = JudgeGraph(open, kManyBuffers).back();
      ASSERT_TRUE(found.supported()) << mask << ": " << found.reason;
      const ir::Shape& output = open.tensor(open.nodes.back().outputs[0]).dims;
      ASSERT_EQ(output.rank(), expected.rank()) << mask;
      for (int axis = 0; axis < output.rank(); ++axis) {
        EXPECT_TRUE(output[axis] == expected[axis] || output[axis] == kUnknownDim)
            << "dims " << output.ToString() << " for " << expected.ToString() << ", mask " << mask;
      }
    }
  }
}

// An open batch hides the batch of the output and nothing else.
TEST(OpenShapesTest, AnOpenBatchHidesTheBatchAlone) {
  for (const auto& cases : {Elementwise(), Windows()}) {
    for (const Case& one : cases) {
      SCOPED_TRACE(one.name);
      ModelBuilder model;
      one.build(model);
      model.tensor(0).dims[0] = kUnknownDim;
      ASSERT_TRUE(JudgeGraph(model.graph(), kManyBuffers).back().supported());
      const ir::Shape& output = model.tensor(model.last_node().outputs[0]).dims;
      for (int axis = 1; axis < output.rank(); ++axis) EXPECT_NE(output[axis], kUnknownDim) << axis;
    }
  }
}

class OpenVerdictTest : public testing::Test {
 protected:
  Verdict Judge(const gpu::DeviceLimits& limits = {}) { return JudgeGraph(model_.graph(), limits).back(); }
  ModelBuilder model_;
};

// A reason that no value of the open dims can mend is given at once.
TEST_F(OpenVerdictTest, WhatIsKnownToFailIsRejected) {
  const int input = model_.Input({kUnknownDim, kUnknownDim, kUnknownDim, 6});
  model_.Node(abi::kTfLiteBuiltinConv2d, {input, Zeros(model_, {4, 3, 3, 4})}, {1}, kConv);
  EXPECT_THAT(Judge().reason, HasSubstr("input has 6 channels, expected a multiple of 4"));
  model_.Node(abi::kTfLiteBuiltinAdd, {input, model_.Input({kUnknownDim, 5})}, {1}, kNoActivation);
  EXPECT_THAT(Judge().reason, HasSubstr("inputs have dims ?x?x?x6 and ?x5, expected equal dims or 1"));
  model_.Node(abi::kTfLiteBuiltinReshape, {input, model_.Ints({7, 7})}, {1}, abi::TfLiteReshapeParams());
  EXPECT_THAT(Judge().reason, HasSubstr("shape 7x7 does not hold the 6 elements of the input"));
  model_.Node(abi::kTfLiteBuiltinRelu, {model_.Input({kUnknownDim, 0})}, {1});
  EXPECT_THAT(Judge().reason, HasSubstr("(?x0) has no elements"));
  model_.Node(abi::kTfLiteBuiltinRelu, {model_.Input({kUnknownDim, 1 << 20})}, {1});
  gpu::DeviceLimits limits;
  limits.max_storage_buffer_range_bytes = 1 << 20;
  EXPECT_EQ(Judge(limits).code, ReasonCode::kDeviceLimit);
}

TEST_F(OpenVerdictTest, ARankThatIsOpenIsRejected) {
  model_.Node(abi::kTfLiteBuiltinSqueeze, {model_.Input({kUnknownDim, 4})}, {4}, abi::TfLiteSqueezeParams());
  EXPECT_THAT(Judge().reason, HasSubstr("which dims of ?x4 are 1 is open"));
}

// How many indices a place has is how many dims the result lacks.
TEST_F(OpenVerdictTest, AWidthOfIndicesThatIsOpenIsRejected) {
  const ir::TensorId indices = model_.Input({2, kUnknownDim}, ir::DataType::kInt32);
  model_.Node(abi::kTfLiteBuiltinGatherNd, {model_.Input({2, 3, 4}), indices}, {2, 4});
  EXPECT_THAT(Judge().reason, HasSubstr("how many dims of the input the indices, 2x?, name is open"));
}

TEST_F(OpenVerdictTest, NoElementsAreInferredFromAnOpenDim) {
  const int input = model_.Input({1, kUnknownDim});
  const int shaped = model_.Node(abi::kTfLiteBuiltinReshape, {input, model_.Ints({-1, 1025})}, {1},
                                 abi::TfLiteReshapeParams());
  EXPECT_TRUE(Judge().supported()) << Judge().reason;
  model_.Node(abi::kTfLiteBuiltinFullyConnected, {shaped, Zeros(model_, {8, 1025})}, {1},
              abi::TfLiteFullyConnectedParams());
  EXPECT_TRUE(Judge().supported()) << Judge().reason;
}

class OpenDimsTest : public testing::Test {
 protected:
  ir::TensorId OpenInput(const ir::Shape& dims, const ir::Shape& signature) {
    const ir::TensorId id = model_.Input(dims);
    model_.tensor(id).signature = signature;
    return id;
  }
  std::string Opened(ir::TensorId id) {
    ir::Graph graph = model_.graph();
    ir::OpenDims(ir::GraphIndex(graph), graph);
    return graph.tensor(id).dims.ToString();
  }
  ModelBuilder model_;
};

TEST_F(OpenDimsTest, PlaceholdersAreUnknown) {
  EXPECT_EQ(Opened(OpenInput({1, 1, 1, 3}, {kUnknownDim, kUnknownDim, kUnknownDim, 3})), "?x?x?x3");
  EXPECT_EQ(Opened(OpenInput({1, 8, 8, 3}, {kUnknownDim, 8, 8, 3})), "?x8x8x3");
  EXPECT_EQ(Opened(OpenInput({1, 8}, {})), "1x8");
  EXPECT_EQ(Opened(OpenInput({1, 8}, {1, 8})), "1x8");
}

// An input with the dims of the file says nothing about another input.
TEST_F(OpenDimsTest, ResizedInputsAreTheCallers) {
  const int resized = OpenInput({1, 96, 64, 3}, {kUnknownDim, kUnknownDim, kUnknownDim, 3});
  const int other = OpenInput({1, 1}, {kUnknownDim, kUnknownDim});
  EXPECT_EQ(Opened(resized), "1x96x64x3");
  EXPECT_EQ(Opened(other), "?x?");
  EXPECT_EQ(Opened(OpenInput({4, 8}, {kUnknownDim, 8})), "4x8");
}

// The interpreter has not said yet which dims follow from the inputs.
TEST_F(OpenDimsTest, WhatNodesWriteIsUnknownWhereItIsOpen) {
  const int input = OpenInput({4, 8}, {kUnknownDim, 8});
  const int output = model_.Node(abi::kTfLiteBuiltinLshProjection, {input}, {1, 8});
  model_.tensor(output).signature = {kUnknownDim, 8};
  EXPECT_EQ(Opened(output), "?x8");
}

}  // namespace
}  // namespace litevk
