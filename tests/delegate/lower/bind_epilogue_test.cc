// The bindings of the operands of an epilogue's steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

// A product with zero reads its zero from memory if a binding is left, and takes none from operands that come
// later.
TEST(BindEpilogueTest, AZeroTakesNoBindingOfALaterOperand) {
  GraphBuilder build;
  const ir::Shape dims = {1, 4, 4, 8};
  std::vector<ir::TensorId> inputs = {build.Runtime(dims)};
  const abi::TfLiteLeakyReluParams params = {.alpha = 0.0F};
  auto sum = build.Node(abi::kTfLiteBuiltinLeakyRelu, {build.Conv(inputs[0], dims)}, dims,
                        ir::Params(&params, sizeof(params)));
  for (int i = 0; i < kMaxEpilogueOperands; ++i) {
    inputs.push_back(build.Runtime(dims));
    sum = build.Add(sum, inputs.back(), dims);
  }
  const LoweredPartition lowered =
      Lower(test::Judged(build.graph()), build.AllPositions(), inputs, std::vector{sum}, {});
  ASSERT_EQ(lowered.graph.dispatches.size(), 1U);
  for (const ir::TensorId id : inputs) {
    EXPECT_THAT(lowered.graph.dispatches[0].bindings,
                testing::Contains(lowered.tensors[static_cast<size_t>(id)]));
  }
}

}  // namespace
}  // namespace litevk
