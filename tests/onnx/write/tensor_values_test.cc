// Sharing of a tensor's values: one for each layout.
#include "onnx/write/tensor_values.h"

#include <gtest/gtest.h>

#include "onnx.pb.h"

namespace litevk::to_onnx {
namespace {

// Two matrices of 6 columns that follow from constants. Each is made once for each order of columns.
class TensorValuesTest : public testing::Test {
 protected:
  TensorValuesTest() {
    graph_.tensors.assign(2, {.name = "matrix", .dims = {4, 6}});
    values_.set_compute_columns([this](ir::TensorId id, const ColumnLayout& columns) {
      values_.DefineColumns(id, writer_.Add("Identity", {"made " + std::to_string(made_++)}), columns);
    });
  }

  Name Columns(ir::TensorId id, const ColumnLayout& columns) {
    return values_.ReadColumns(id, columns, /*is_scaled=*/false);
  }

  ir::Graph graph_;
  ::onnx::GraphProto proto_;
  GraphWriter writer_{proto_};
  TensorValues values_{graph_, writer_, /*opset=*/17};
  int made_ = 0;
};

TEST_F(TensorValuesTest, ColumnsAreOfOneTensorAndPermutation) {
  const ColumnLayout permutation = {.dims = {2, 3}, .permutation = {1, 0}};
  const Name first = Columns(0, permutation);
  EXPECT_EQ(Columns(0, permutation), first);
  EXPECT_NE(Columns(1, permutation), first);
  EXPECT_NE(Columns(0, {.dims = {3, 2}, .permutation = {1, 0}}), first);
  EXPECT_EQ(made_, 3);
}

}  // namespace
}  // namespace litevk::to_onnx
