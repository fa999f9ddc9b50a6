#include "onnx/facts/op_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {
namespace {

template <typename T>
ir::Node NodeOf(int op_code, const T& params) {
  ir::Node node;
  node.op_code = op_code;
  node.params = ir::Params(&params, sizeof(params));
  return node;
}

TEST(OpRow, CalledSubgraphsAreThoseOfTheOptions) {
  const abi::TfLiteWhileParams loop = {.cond_subgraph_index = 2, .body_subgraph_index = 3};
  EXPECT_THAT(CalledSubgraphs(NodeOf(abi::kTfLiteBuiltinWhile, loop)), testing::ElementsAre(2, 3));
}

// STABLEHLO_REDUCE_WINDOW has nearly 400 bytes of options, and a node keeps 296 at most.
TEST(OpRow, OptionsThatANodeDoesNotKeepCallNothing) {
  const abi::TfLiteStablehloReduceWindowParams window = {.body_subgraph_index = 1};
  const ir::Node node = NodeOf(abi::kTfLiteBuiltinStablehloReduceWindow, window);
  EXPECT_FALSE(node.params.present());
  EXPECT_THAT(CalledSubgraphs(node), testing::IsEmpty());
}

// The passes call these without a look at them.
TEST(OpRow, FunctionsThatATraitNeedsAreThere) {
  for (const OpRow* row : OpRows()) {
    SCOPED_TRACE(row->info.name);
    const bool is_layer = row->layer.bias_input != 0;
    EXPECT_EQ(row->layer.activation != nullptr, is_layer || row->layer.is_sum);
    EXPECT_EQ(row->layer.with_activation != nullptr, is_layer);
    EXPECT_EQ(row->dilation.plain_padding != nullptr, row->dilation.with_dilation != nullptr);
    EXPECT_EQ(row->state.variable != nullptr, row->state.role == StateRole::kDeclares);
  }
}

// Each of them says nothing without the other one.
TEST(OpRow, TraitsThatRefineAnotherHaveIt) {
  for (const OpRow* row : OpRows()) {
    SCOPED_TRACE(row->info.name);
    EXPECT_LE(row->lookup.has_integer_kernel, row->lookup.is_elementwise);
    EXPECT_LE(row->dims.follows_counts, row->dims.from_values);
  }
}

}  // namespace
}  // namespace litevk::to_onnx
