// The integers by which kernels with an epilogue find the rows of a wider tensor.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "delegate/lower/epilogue_binding.h"
#include "delegate/lower/lowering.h"
#include "runtime/graph/divisor.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

class RowIntegersTest : public ::testing::Test {
 protected:
  ir::TensorId Join(std::vector<ir::TensorId> parts, ir::Shape output, int axis) {
    const abi::TfLiteConcatenationParams params = {.axis = axis};
    return build_.Node(abi::kTfLiteBuiltinConcatenation, std::move(parts), std::move(output),
                       ir::Params(&params, sizeof(params)));
  }
  LoweredPartition Run(const std::vector<ir::TensorId>& inputs, ir::TensorId output) {
    return Lower(test::Judged(build_.graph()), build_.AllPositions(), inputs, std::vector{output}, {});
  }
  // Returns the integers that a dispatch has in a binding; none if it has no rows.
  static std::vector<uint32_t> IntegersIn(const gpu::Graph& graph, const gpu::Dispatch& dispatch) {
    const auto bindings = dispatch.shader->bindings;
    const auto binding = std::ranges::find(bindings, "epilogue_integers", &gpu::BindingInfo::name);
    const gpu::TensorId id = dispatch.bindings[static_cast<size_t>(binding - bindings.begin())];
    const auto constant = std::ranges::find(graph.constants, id, &gpu::Constant::tensor);
    const auto& tensor = graph.tensors[static_cast<size_t>(id)];
    std::vector<uint32_t> integers(tensor.bytes / sizeof(uint32_t));
    EXPECT_TRUE(constant->write(std::as_writable_bytes(std::span(integers))).ok());
    return tensor.storage == gpu::Storage::kBits32 ? integers : std::vector<uint32_t>();
  }

  GraphBuilder build_;
};

// The second part begins behind 2^24 elements, at an odd offset.
TEST_F(RowIntegersTest, AreExactBeyondWhatFloatsHold) {
  const auto image = build_.Runtime({1, 1024, 2049, 8});
  const auto row = build_.Runtime({1, 1, 2049, 8});
  const auto below =
      Join({build_.Conv(row, {1, 1, 2049, 5}), build_.Conv(row, {1, 1, 2049, 3})}, {1, 1, 2049, 8}, 3);
  const LoweredPartition lowered =
      Run({image, row}, Join({build_.Conv(image, {1, 1024, 2049, 8}), below}, {1, 1025, 2049, 8}, 1));
  ASSERT_EQ(lowered.graph.dispatches.size(), 3U);
  const std::vector<uint32_t> integers = IntegersIn(lowered.graph, lowered.graph.dispatches[1]);
  ASSERT_EQ(integers.size(), kBoundIntegers * (kRowsOfResult + 1));
  const gpu::Divisor by_row(3);
  EXPECT_THAT(std::span(integers).last(kBoundIntegers),
              testing::ElementsAre(3U, 8U, 1024U * 2049U * 8U + 5U, 3U, by_row.multiplier, by_row.shift));
}

TEST_F(RowIntegersTest, TakeNoOperandsBinding) {
  const ir::Shape dims = {1, 4, 4, 8};
  const auto input = build_.Runtime(dims);
  std::vector<ir::TensorId> inputs = {input};
  auto sum = build_.Conv(input, dims);
  for (int i = 0; i < kMaxEpilogueOperands; ++i) {
    inputs.push_back(build_.Runtime(dims));
    sum = build_.Add(sum, inputs.back(), dims);
  }
  const LoweredPartition lowered = Run(inputs, Join({sum, build_.Conv(input, dims)}, {1, 4, 4, 16}, 3));
  ASSERT_EQ(lowered.graph.dispatches.size(), 2U);
  EXPECT_EQ(IntegersIn(lowered.graph, lowered.graph.dispatches[0]).size(),
            kBoundIntegers * (kRowsOfResult + 1));
}

TEST_F(RowIntegersTest, AreZerosWithoutRows) {
  const auto input = build_.Runtime({1, 4, 4, 8});
  const LoweredPartition lowered = Run({input}, build_.Conv(input, {1, 4, 4, 8}));
  EXPECT_THAT(IntegersIn(lowered.graph, lowered.graph.dispatches[0]), testing::IsEmpty());
}

}  // namespace
}  // namespace litevk
