// Pads that become those of convolutions.
#include "onnx/passes/fold_pads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/onnx/passes/onnx_graph.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class FoldPadsTest : public testing::Test {
 protected:
  FoldPadsTest() {
    graph_.AddInput("image");
    graph_.AddConstant<float>("zero", {0});
    graph_.AddConstant<float>("one", {1});
    graph_.AddConstant<int64_t>("pads", {0, 0, 1, 2, 0, 0, 3, 4}, ::onnx::TensorProto::INT64);
    graph_.AddConstant<int64_t>("channels", {0, 1, 1, 2, 0, 0, 3, 4}, ::onnx::TensorProto::INT64);
    graph_.AddConstant<int64_t>("crops", {0, 0, 1, 2, 0, 0, -1, 4}, ::onnx::TensorProto::INT64);
  }

  void AddConvolution(const std::string& padded) {
    graph_.AddAttribute(graph_.Add("Conv", {padded}, "y"), "pads", {1, 1, 1, 1});
    graph_.AddOutput("y");
  }

  void ExpectRefused(const std::vector<std::string>& pad, const std::string& reason) {
    graph_.Add("Pad", pad, "padded");
    AddConvolution("padded");
    FoldPads(graph_.graph(), passes_.context());
    EXPECT_EQ(graph_.graph().node_size(), 2);
    EXPECT_THAT(passes_.Refusals(), ElementsAre("node -1 Conv 'y': " + reason));
  }

  OnnxGraph graph_;
  TextProgram passes_{"x: float32 1\nreturn x"};
};

TEST_F(FoldPadsTest, ZerosAroundAnImageBecomeThoseOfTheConvolution) {
  graph_.Add("Pad", {"image", "pads", "zero"}, "padded");
  AddConvolution("padded");
  FoldPads(graph_.graph(), passes_.context());
  EXPECT_THAT(graph_.Nodes(), ElementsAre("Conv(image) -> y"));
  EXPECT_THAT(graph_.graph().node(0).attribute(0).ints(), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(graph_.Constants(), IsEmpty()) << "no node reads any of them";
  EXPECT_THAT(passes_.Refusals(), IsEmpty());
}

TEST_F(FoldPadsTest, APadThatAnotherNodeReadsStays) {
  graph_.Add("Pad", {"image", "pads", "zero"}, "padded");
  AddConvolution("padded");
  graph_.Add("Relu", {"padded"}, "z");
  FoldPads(graph_.graph(), passes_.context());
  EXPECT_THAT(graph_.Nodes(),
              ElementsAre("Pad(image, pads, zero) -> padded", "Conv(image) -> y", "Relu(padded) -> z"));
}

TEST_F(FoldPadsTest, APairOfOneScaleBehindThePadGoesToo) {
  graph_.AddConstant<float>("scale", {0.5F});
  graph_.Add("DequantizeLinear", {"image", "scale"}, "floats");
  graph_.Add("Pad", {"floats", "pads", "zero"}, "padded");
  graph_.Add("QuantizeLinear", {"padded", "scale"}, "rounded");
  graph_.Add("DequantizeLinear", {"rounded", "scale"}, "read");
  AddConvolution("read");
  FoldPads(graph_.graph(), passes_.context());
  EXPECT_THAT(graph_.Nodes(), ElementsAre("DequantizeLinear(image, scale) -> floats", "Conv(floats) -> y"));
}

TEST_F(FoldPadsTest, APairOfAnotherScaleStays) {
  graph_.AddConstant<float>("scale", {0.5F});
  graph_.AddConstant<float>("other", {0.25F});
  graph_.Add("DequantizeLinear", {"image", "scale"}, "floats");
  graph_.Add("Pad", {"floats", "pads", "zero"}, "padded");
  graph_.Add("QuantizeLinear", {"padded", "other"}, "rounded");
  graph_.Add("DequantizeLinear", {"rounded", "other"}, "read");
  AddConvolution("read");
  FoldPads(graph_.graph(), passes_.context());
  EXPECT_EQ(graph_.graph().node_size(), 5);
  EXPECT_THAT(passes_.Refusals(),
              ElementsAre("node -1 Conv 'y': values are rounded to another scale behind the Pad"));
}

TEST_F(FoldPadsTest, OtherValuesThanZerosStay) {
  ExpectRefused({"image", "pads", "one"}, "the Pad adds other values than a stored 0");
}

TEST_F(FoldPadsTest, PaddedChannelsStay) {
  ExpectRefused({"image", "channels", "zero"}, "the Pad changes the batch or the channels");
}

TEST_F(FoldPadsTest, CropsStay) { ExpectRefused({"image", "crops", "zero"}, "the Pad takes elements off"); }

TEST_F(FoldPadsTest, SizesOfARunStay) {
  ExpectRefused({"image", "computed", "zero"}, "the Pad's sizes are computed in a run, or it pads no image");
}

}  // namespace
}  // namespace litevk::to_onnx
