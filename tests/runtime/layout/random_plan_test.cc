// Plans of random graphs can be written: what each node reads and writes fits together, element by element.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/layout/layout_plan.h"
#include "tests/runtime/layout/permuted_node.h"
#include "tests/runtime/layout/random_graph.h"

namespace litevk {
namespace {

constexpr int kGraphs = 2000;

// The places of a tensor's elements in its own order, as they lie in another one.
std::vector<std::byte> Places(const ir::Shape& dims, const Order& order) {
  std::vector<int32_t> numbers(static_cast<size_t>(dims.NumElements()));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i);
  const auto bytes = std::as_bytes(std::span(numbers));
  return test::Permuted({dims, {bytes.begin(), bytes.end()}}, order).bytes;
}

// Returns whether elementwise operators read all operands in the order of their result, pools have the
// channels first, elements keep their places in a RESHAPE, and others keep their own order.
bool Fits(const ir::Graph& graph, const ir::Node& node, const NodeLayout& layout) {
  const Order& result = layout.outputs[0];
  const auto has = [&](const Order& order) {
    return std::ranges::all_of(layout.inputs, [&](const Order& each) { return each == order; });
  };
  switch (node.op_code) {
    case abi::kTfLiteBuiltinRelu:
    case abi::kTfLiteBuiltinAdd:
      return has(result);
    case abi::kTfLiteBuiltinMaxPool2d:
      return has(graph.tensor(node.inputs[0]).dims.rank() == 4 ? Order{0, 3, 1, 2} : Order()) && has(result);
    case abi::kTfLiteBuiltinReshape:
      return Places(graph.tensor(node.inputs[0]).dims, layout.inputs[0]) ==
             Places(graph.tensor(node.outputs[0]).dims, result);
    case abi::kTfLiteBuiltinTranspose:
      return true;  // what is left of it depends on the two orders, which may be any
    default:
      return has({}) && result.empty();
  }
}

TEST(RandomPlan, CanBeWritten) {
  int moved = 0;
  for (unsigned seed = 0; seed < kGraphs; ++seed) {
    test::RandomGraph random(seed);
    for (int n = 4 + random.Below(20); n > 0; --n) {
      random.Below(3) == 0 ? random.AddMovement() : random.AddSameRank();
    }
    const ir::Graph& graph = random.Finish();
    const Result<LayoutPlan> plan = PlanLayouts(graph, {.has_channels_first_edges = seed % 2 == 1});
    ASSERT_TRUE(plan.ok());
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      const ir::Node& node = graph.nodes[i];
      ASSERT_TRUE(Fits(graph, node, plan->nodes[i])) << "seed " << seed << ", node " << i;
      ASSERT_EQ(plan->nodes[i].outputs[0], plan->tensors[static_cast<size_t>(node.outputs[0])]);
      moved += node.op_code == abi::kTfLiteBuiltinReshape && !plan->nodes[i].outputs[0].empty() ? 1 : 0;
    }
  }
  EXPECT_GT(moved, 100) << "RESHAPEs that orders go through";
}

}  // namespace
}  // namespace litevk
