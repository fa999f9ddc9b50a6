// Outputs that nodes omit.
#include "onnx/passes/absent_outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

constexpr const char* kBranch = R"(
    x: float32 2
    more: int32 3 = 1
    double: float32 2 = ADD(x, x)
    return double, more)";

TEST(AddAbsentOutputs, AnOmittedOutputOfACallGetsTheTypeOfTheSubgraphs) {
  TextProgram program{R"(
    choice: bool 1
    x: float32 2
    y: float32 2, - = IF(choice, x)
    return y)",
                      kBranch, kBranch};
  program.SetParams("y", abi::TfLiteIfParams{1, 2});
  ASSERT_TRUE(program.Run(AddAbsentOutputs).ok());
  const ir::TensorId added = program.NodeOf("y").outputs[1];
  ASSERT_NE(added, ir::kAbsent);
  EXPECT_EQ(program.graph().tensor(added).type, ir::DataType::kInt32);
  EXPECT_FALSE(program.graph().tensor(added).is_known());
}

TEST(AddAbsentOutputs, NodesThatCallNothingMayOmitOutputs) {
  TextProgram program{R"(
    x: float32 2x3
    k: int32 scalar = 1
    values: float32 2x1, - = TOPK_V2(x, k)
    return values)"};
  ASSERT_TRUE(program.Run(AddAbsentOutputs).ok());
  EXPECT_EQ(program.NodeOf("values").outputs[1], ir::kAbsent);
}

}  // namespace
}  // namespace litevk::to_onnx
