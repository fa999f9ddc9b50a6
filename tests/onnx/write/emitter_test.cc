// ONNX nodes and constants that operators add.
#include "onnx/write/emitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "onnx.pb.h"
#include "onnx/facts/data_type.h"

namespace litevk::to_onnx {
namespace {

class EmitterTest : public testing::Test {
 protected:
  // Returns the constant that was added at an index.
  const ::onnx::TensorProto& Constant(int index) const { return graph_.initializer(index); }

  ::onnx::GraphProto graph_;
  GraphWriter writer_{graph_};
  Emitter onnx_{writer_};
};

TEST_F(EmitterTest, EqualConstantsAreOne) {
  EXPECT_EQ(onnx_.Int(3), onnx_.Int(3));
  EXPECT_NE(onnx_.Int(3), onnx_.Dims({3}));
  EXPECT_EQ(onnx_.Dims({3}), onnx_.Ints({3}, {1}));
  EXPECT_EQ(graph_.initializer_size(), 2);
}

TEST_F(EmitterTest, ScalarsHaveTheTypeAndItsSize) {
  onnx_.Scalar(ir::DataType::kInt8, -2);
  ASSERT_EQ(graph_.initializer_size(), 1);
  EXPECT_EQ(Constant(0).data_type(), OnnxType(ir::DataType::kInt8));
  EXPECT_EQ(Constant(0).dims_size(), 0);
  EXPECT_EQ(Constant(0).raw_data(), std::string(1, '\xFE'));
}

// The scalars are those of float32, since a Cast of a constant is folded by every runtime.
TEST_F(EmitterTest, ScalarsOfFloat16AreCast) {
  onnx_.Scalar(ir::DataType::kFloat16, 0.5);
  ASSERT_EQ(graph_.node_size(), 1);
  EXPECT_EQ(graph_.node(0).op_type(), "Cast");
  EXPECT_EQ(Constant(0).data_type(), OnnxType(ir::DataType::kFloat32));
}

TEST_F(EmitterTest, ClipsToTheRangeOfAType) {
  onnx_.WithinRange("x", ir::DataType::kInt32, ir::DataType::kInt16);
  ASSERT_EQ(graph_.initializer_size(), 2);
  std::vector<int32_t> ends(2);
  for (int i = 0; i < 2; ++i) std::memcpy(&ends[static_cast<size_t>(i)], Constant(i).raw_data().data(), 4);
  EXPECT_THAT(ends, testing::ElementsAre(-32768, 32767));
}

TEST_F(EmitterTest, OneValueNeedsNoConcat) {
  EXPECT_EQ(onnx_.Concat({"x"}, 0), "x");
  EXPECT_EQ(graph_.node_size(), 0);
}

TEST_F(EmitterTest, TablesHaveAnElementForEachIndex) {
  const std::vector<int16_t> table = {1, 2, 3};
  onnx_.LookedUpAt("i", ir::DataType::kInt16, std::as_bytes(std::span(table)));
  ASSERT_EQ(graph_.initializer_size(), 1);
  EXPECT_THAT(Constant(0).dims(), testing::ElementsAre(3));
}

}  // namespace
}  // namespace litevk::to_onnx
