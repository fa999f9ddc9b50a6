// The order of the passes, and what they report.
#include "onnx/passes/pass_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "onnx/passes/written_passes.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/onnx/passes/text_program.h"

namespace litevk::to_onnx {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

// A constant in floats, behind which QUANTIZE and DEQUANTIZE stand.
constexpr const char* kQuantized = R"(
    x: float32 1x2
    q: int8 1x2 scale 0.5 = QUANTIZE(x)
    y: float32 1x2 = DEQUANTIZE(q)
    c: float32 1x2 = 1
    twice: float32 1x2 = ADD(c, c)
    return y, twice)";

TEST(PassTable, EachPassHasANameOfItsOwnAndAReasonForItsPlace) {
  std::set<std::string_view> names;
  for (const Pass& pass : Passes()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_FALSE(pass.reason.empty()) << pass.name;
  }
  for (const WrittenPass& pass : WrittenPasses()) {
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
    EXPECT_FALSE(pass.reason.empty()) << pass.name;
  }
}

TEST(PassTable, RefusalsHaveTheNameOfThePass) {
  TextProgram program{kQuantized};
  ASSERT_TRUE(RunPasses(program.program(), program.context()).ok());
  EXPECT_EQ(RefusalText(program.context().refusals), "prepare: node 2 ADD: its results are floats");
  EXPECT_EQ(program.context().plan.nodes.size(), program.graph().nodes.size());
}

TEST(PassTable, OptionsLeavePassesOut) {
  TextProgram kept{kQuantized};
  ASSERT_TRUE(RunPasses(kept.program(), kept.context()).ok());
  EXPECT_THAT(kept.Nodes(), ElementsAre("QUANTIZE(x) -> q", "DEQUANTIZE(q) -> y", "ADD(c, c) -> twice"));
  TextProgram folded{kQuantized};
  folded.options().folds_quantization = true;
  ASSERT_TRUE(RunPasses(folded.program(), folded.context()).ok());
  EXPECT_EQ(folded.graph().nodes.size(), 2U);
}

TEST(PassTable, TheGraphIsPrintedAfterThePassOfTheOptions) {
  TextProgram program{kQuantized};
  program.options().dump_after = "fold_quantization";
  ASSERT_TRUE(RunPasses(program.program(), program.context()).ok());
  EXPECT_THAT(program.context().dump, IsEmpty()) << "the pass does not run without its option";
  TextProgram folded{kQuantized};
  folded.options().folds_quantization = true;
  folded.options().dump_after = "fold_quantization";
  ASSERT_TRUE(RunPasses(folded.program(), folded.context()).ok());
  EXPECT_THAT(folded.context().dump, StartsWith("graph '' (%0 'x' float32 1x2)\n"));
}

TEST(PassTable, CalledSubgraphsGetTheDimsOfTheirCaller) {
  TextProgram program{kQuantized, R"(
    x: float32 4x3
    w: float32 5x3 = 0
    y: float32 1x5 = FULLY_CONNECTED(x, w, -)
    c: float32 5 = 1
    sum: float32 1x5 = ADD(y, c)
    return sum)"};
  program.SetParams("y", abi::TfLiteFullyConnectedParams{}, 1);
  ASSERT_TRUE(RunPassesOfCalled(program.graph(1), program.context()).ok());
  EXPECT_THAT(program.Nodes(1), ElementsAre("FULLY_CONNECTED(x, w, c) -> sum"));
  EXPECT_EQ(program.Tensor("sum", 1).dims, ir::Shape({4, 5}));
}

}  // namespace
}  // namespace litevk::to_onnx
