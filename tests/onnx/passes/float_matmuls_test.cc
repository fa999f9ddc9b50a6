// Products of floats with dequantized constants.
#include "onnx/passes/float_matmuls.h"

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

class KeepFloatMatmulsTest : public testing::Test {
 protected:
  KeepFloatMatmulsTest() {
    graph_.AddInput("x");
    graph_.AddConstant<int8_t>("weights", {1, 2, 3, 4}, ::onnx::TensorProto::INT8);
    graph_.AddConstant<float>("scale", {0.5F});
    graph_.AddConstant<int8_t>("zero", {0}, ::onnx::TensorProto::INT8);
    graph_.Add("DequantizeLinear", {"weights", "scale", "zero"}, "w");
  }

  std::vector<std::string> Rewritten() {
    KeepFloatMatmuls(graph_.graph(), passes_.context());
    std::vector<std::string> nodes = graph_.Nodes();
    nodes.erase(nodes.begin());
    return nodes;
  }

  OnnxGraph graph_;
  TextProgram passes_{"x: float32 1\nreturn x"};
};

TEST_F(KeepFloatMatmulsTest, AMaxOfOneValueStandsInFrontOfFloats) {
  graph_.Add("MatMul", {"x", "w"}, "y");
  graph_.Add("MatMul", {"x", "w"}, "z");
  EXPECT_THAT(Rewritten(),
              ElementsAre("Max(w) -> w_floats", "MatMul(x, w_floats) -> y", "MatMul(x, w_floats) -> z"));
}

TEST_F(KeepFloatMatmulsTest, ItStandsBehindAMovedConstantToo) {
  graph_.Add("Transpose", {"w"}, "moved");
  graph_.Add("MatMul", {"x", "moved"}, "y");
  EXPECT_THAT(Rewritten(), ElementsAre("Transpose(w) -> moved", "Max(moved) -> moved_floats",
                                       "MatMul(x, moved_floats) -> y"));
}

TEST_F(KeepFloatMatmulsTest, BytesOnBothSidesAreMultipliedAsIntegers) {
  graph_.Add("DequantizeLinear", {"x", "scale", "zero"}, "floats");
  graph_.Add("MatMul", {"floats", "w"}, "y");
  EXPECT_THAT(Rewritten(),
              ElementsAre("DequantizeLinear(x, scale, zero) -> floats", "MatMul(floats, w) -> y"));
  EXPECT_THAT(passes_.Refusals(), IsEmpty());
}

TEST_F(KeepFloatMatmulsTest, AGemmOfRowsStaysInFloatsByItself) {
  graph_.AddAttribute(graph_.Add("Gemm", {"x", "w"}, "y"), "transB", {1});
  EXPECT_THAT(Rewritten(), ElementsAre("Gemm(x, w) -> y"));
  EXPECT_THAT(passes_.Refusals(),
              ElementsAre("node -1 Gemm 'y': onnxruntime computes a Gemm of rows in floats"));
}

TEST_F(KeepFloatMatmulsTest, InnerGraphsReadTheConstantsAroundThem) {
  ::onnx::NodeProto& branch = graph_.Add("If", {"x"}, "y");
  OnnxGraph inner;
  inner.Add("MatMul", {"x", "w"}, "z");
  ::onnx::AttributeProto& attribute = *branch.add_attribute();
  attribute.set_name("then_branch");
  *attribute.mutable_g() = inner.graph();
  Rewritten();
  const ::onnx::GraphProto& written = graph_.graph().node(1).attribute(0).g();
  ASSERT_EQ(written.node_size(), 2);
  EXPECT_EQ(written.node(0).op_type(), "Max");
}

}  // namespace
}  // namespace litevk::to_onnx
