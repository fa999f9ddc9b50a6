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

}  // namespace
}  // namespace litevk::to_onnx
