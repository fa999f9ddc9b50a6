// Sharing of equal nodes and constants of an ONNX graph.
#include "onnx/write/graph_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "onnx.pb.h"

namespace litevk::to_onnx {
namespace {

using ::onnx::TensorProto;

constexpr size_t kLarge = kLeastDigestedBytes + 8;

// Returns `count` equal bytes, except for one at index `position`.
std::vector<std::byte> BytesWith(size_t count, size_t position, int value) {
  std::vector<std::byte> bytes(count, std::byte{1});
  bytes[position] = static_cast<std::byte>(value);
  return bytes;
}

TEST(GraphWriter, SharesNodesOfOneContentAlone) {
  ::onnx::GraphProto graph;
  GraphWriter writer(graph);
  const Attributes axis = {{"axis", int64_t{1}}};
  const std::vector<Name> first = writer.AddMany("MaxPool", {"x"}, axis, 1);
  EXPECT_EQ(writer.AddMany("MaxPool", {"x"}, axis, 1), first);
  const std::vector<std::vector<Name>> others = {
      writer.AddMany("TopK", {"x"}, axis, 1), writer.AddMany("MaxPool", {"y"}, axis, 1),
      writer.AddMany("MaxPool", {"x", "y"}, axis, 1),
      writer.AddMany("MaxPool", {"x"}, {{"axis", int64_t{2}}}, 1), writer.AddMany("MaxPool", {"x"}, {}, 1)};
  std::set<Name> names = {first[0]};
  for (const std::vector<Name>& other : others) EXPECT_TRUE(names.insert(other.at(0)).second) << other[0];
  EXPECT_EQ(graph.node_size(), 6);
}

// Some operators have optional results, such as the indices of MaxPool's maxima.
TEST(GraphWriter, SharesNoNodeOfFewerResults) {
  ::onnx::GraphProto graph;
  GraphWriter writer(graph);
  writer.AddMany("MaxPool", {"x"}, {}, 1);
  EXPECT_THAT(writer.AddMany("MaxPool", {"x"}, {}, 2), testing::SizeIs(2));
  EXPECT_THAT(writer.AddMany("MaxPool", {"x"}, {}, 1), testing::SizeIs(1));
  EXPECT_EQ(graph.node_size(), 2);
}

void ExpectSharedByContent(Elements kept) {
  ::onnx::GraphProto graph;
  GraphWriter writer(graph, kept);
  std::set<Name> names;
  for (const size_t count : {size_t{8}, kLarge}) {
    const auto elements = static_cast<int64_t>(count);
    const std::vector<std::byte> bytes = BytesWith(count, 0, 1);
    const Name first = writer.Shared({TensorProto::INT8, {elements}, bytes}, "constant");
    EXPECT_TRUE(names.insert(first).second);
    EXPECT_EQ(writer.Shared({TensorProto::INT8, {elements}, BytesWith(count, 0, 1)}, "constant"), first);
    EXPECT_TRUE(names.insert(writer.Shared({TensorProto::UINT8, {elements}, bytes}, "constant")).second);
    EXPECT_TRUE(names.insert(writer.Shared({TensorProto::INT8, {1, elements}, bytes}, "constant")).second);
    EXPECT_TRUE(
        names.insert(writer.Shared({TensorProto::INT8, {elements / 2, 2}, bytes}, "constant")).second);
    for (const size_t position : {size_t{0}, count - 1}) {
      const std::vector<std::byte> other = BytesWith(count, position, 2);
      EXPECT_TRUE(names.insert(writer.Shared({TensorProto::INT8, {elements}, other}, "constant")).second);
    }
  }
}

TEST(GraphWriter, SharesConstantsOfOneContentAlone) { ExpectSharedByContent(Elements::kAll); }

TEST(GraphWriter, SharesDigestsOfOneContentAlone) { ExpectSharedByContent(Elements::kDigests); }

}  // namespace
}  // namespace litevk::to_onnx
