// Models that can be run with multiples of a number alone.
#include "onnx/open_dims/guard_multiples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx/write/model_content.h"
#include "tests/onnx/passes/onnx_graph.h"

namespace litevk::to_onnx {
namespace {

class GuardMultiplesTest : public testing::Test {
 protected:
  // A model with the open dim "height" of an input, which must be a multiple of a number.
  void Run(int64_t multiple) {
    ::onnx::GraphProto& graph = *model_.mutable_graph();
    ::onnx::ValueInfoProto& input = *graph.add_input();
    input.set_name("image");
    auto& shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
    shape.add_dim()->set_dim_value(1);
    shape.add_dim()->set_dim_param("height");
    OnnxGraph reader;
    reader.Add("Relu", {"image"}, "y");
    *graph.add_node() = reader.graph().node(0);
    const std::vector<OpenDim> dims = {
        {.name = "height", .axes = {{0, 1}}, .added = 0, .multiple = multiple}};
    const ModelContent content(graph);
    ShapeNodes nodes(content, dims, {{"image", 1}});
    GuardMultiples(dims, model_, nodes);
    ASSERT_TRUE(nodes.Finish(graph).ok());
  }

  ::onnx::ModelProto model_;
};

TEST_F(GuardMultiplesTest, ReadersSeeTheInputBehindNodesThatFail) {
  Run(8);
  const ::onnx::NodeProto& reader = model_.graph().node(model_.graph().node_size() - 1);
  EXPECT_EQ(reader.op_type(), "Relu");
  EXPECT_NE(reader.input(0), "image");
  ASSERT_EQ(model_.metadata_props_size(), 1);
  EXPECT_EQ(model_.metadata_props(0).key(), "multiple:height");
  EXPECT_EQ(model_.metadata_props(0).value(), "8");
}

TEST_F(GuardMultiplesTest, DimsOfAnySizeAreNotGuarded) {
  Run(1);
  EXPECT_EQ(model_.graph().node_size(), 1);
  EXPECT_EQ(model_.graph().node(0).input(0), "image");
  EXPECT_EQ(model_.metadata_props_size(), 0);
}

}  // namespace
}  // namespace litevk::to_onnx
