// Storage of tensors of other types than float32, and the elements in which they are moved.
#include "delegate/views/assign_storage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "delegate/lower/lowering.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using enum ir::DataType;

// A constant_id of common/words.glsl.
constexpr uint32_t kElementBytesId = 41;

uint32_t SpecOf(const gpu::Dispatch& dispatch, uint32_t id) {
  const auto found = std::ranges::find(dispatch.shader->spec_ids, id);
  EXPECT_NE(found, dispatch.shader->spec_ids.end());
  return dispatch.spec[static_cast<size_t>(found - dispatch.shader->spec_ids.begin())];
}

class StorageTest : public ::testing::Test {
 protected:
  // Lowers two inputs of {3, columns}, joined along the columns.
  LoweredPartition Join(ir::DataType type, int columns) {
    build_ = {};
    const ir::TensorId left = build_.Runtime({3, columns}, type);
    const ir::TensorId right = build_.Runtime({3, columns}, type);
    const abi::TfLiteConcatenationParams params = {.axis = 1};
    const ir::TensorId joined = build_.Node(abi::kTfLiteBuiltinConcatenation, {left, right}, {3, 2 * columns},
                                            ir::Params(&params, sizeof(params)), type);
    const std::array inputs = {left, right};
    const std::array outputs = {joined};
    return Lower(test::Judged(build_.graph()), build_.AllPositions(), inputs, outputs, {});
  }

  GraphBuilder build_;
};

TEST_F(StorageTest, FollowsTheTypes) {
  build_.Runtime({1}, kFloat32);
  build_.Runtime({1}, kFloat16);
  build_.Runtime({1}, kBool);
  build_.Runtime({1}, kUInt8);
  build_.Runtime({1}, kInt16);
  build_.Runtime({1}, kInt32);
  build_.Runtime({1}, kInt64);
  const StoragePlan storage = AssignStorage(build_.graph(), {}, {}, {});
  const std::array expected = {gpu::Storage::kFloat32, gpu::Storage::kFloat16, gpu::Storage::kBits8,
                               gpu::Storage::kBits8,   gpu::Storage::kBits16,  gpu::Storage::kBits32,
                               gpu::Storage::kBits64};
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(storage.Of(static_cast<ir::TensorId>(i)), expected[i]) << i;
  }
}

TEST_F(StorageTest, OnlyWholeVectorsWithinAPartitionBecomeFloat16) {
  const auto edge = build_.Runtime({1, 8});
  const auto whole = build_.Runtime({1, 8});
  const auto broken = build_.Runtime({1, 6});
  const auto known = build_.Floats({1, 4}, {1, 2, 3, 4});
  const auto words = build_.Runtime({1, 8}, kInt32);
  const std::array all = {edge, whole, broken, known, words};
  const StoragePlan storage = AssignStorage(build_.graph(), {&edge, 1}, {}, all);
  for (const ir::TensorId id : {edge, broken, known}) EXPECT_EQ(storage.Of(id), gpu::Storage::kFloat32);
  EXPECT_EQ(storage.Of(whole), gpu::Storage::kFloat16);
  EXPECT_EQ(storage.ElementBytes(whole), 2U);
  EXPECT_EQ(storage.Of(words), gpu::Storage::kBits32);
}

TEST_F(StorageTest, BuffersAreWholeWords) {
  const LoweredPartition lowered = Join(kInt8, 1);
  for (const gpu::Tensor& tensor : lowered.graph.tensors) EXPECT_EQ(tensor.bytes % 4, 0U) << tensor.name;
  EXPECT_EQ(lowered.graph.tensors[0].bytes, 4U);
  EXPECT_EQ(lowered.graph.tensors[0].storage, gpu::Storage::kBits8);
}

TEST_F(StorageTest, RowsOfWholeWordsAreMovedAsWords) {
  const LoweredPartition lowered = Join(kInt8, 8);
  EXPECT_EQ(SpecOf(lowered.graph.dispatches[1], kElementBytesId), 4U);
}

TEST_F(StorageTest, OtherNarrowRowsAreMovedByTheElement) {
  EXPECT_EQ(SpecOf(Join(kBool, 7).graph.dispatches[1], kElementBytesId), 1U);
  EXPECT_EQ(SpecOf(Join(kFloat16, 7).graph.dispatches[1], kElementBytesId), 2U);
}

TEST_F(StorageTest, EightBytesAreTwoWords) {
  EXPECT_EQ(SpecOf(Join(kInt64, 7).graph.dispatches[1], kElementBytesId), 4U);
}

}  // namespace
}  // namespace litevk
