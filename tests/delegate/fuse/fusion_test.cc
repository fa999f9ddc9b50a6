// Patterns of several nodes: their matches, and conditions that prevent a match. Tests on drivers check that
// patterns compute the results of their nodes (tests/ops/cases/graphs/transformers.py).
#include "delegate/fuse/fusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string_view>

#include "delegate/fuse/fuse.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using testing::UnorderedElementsAre;

const ir::Shape kRows = {2, 5, 8};
const ir::Shape kStatistics = {2, 5, 1};

class FusionTest : public ::testing::Test {
 protected:
  ir::TensorId Op(int code, std::vector<ir::TensorId> inputs, const ir::Shape& output = kRows) {
    return build_.Node(code, std::move(inputs), output);
  }
  ir::TensorId Mean(ir::TensorId of, int axis = 2, const ir::Shape& output = kStatistics) {
    const abi::TfLiteReducerParams params = {.keep_dims = true};
    return build_.Node(abi::kTfLiteBuiltinMean, {of, build_.Ints({1}, {axis})}, output,
                       ir::Params(&params, sizeof(params)));
  }
  ir::TensorId Scalar(float value) { return build_.Floats({}, {value}); }

  // Adds x minus its mean, over the root of the mean of its squares plus epsilon.
  ir::TensorId Normalized(ir::TensorId x) {
    mean_ = Mean(x);
    const auto centered = Op(abi::kTfLiteBuiltinSub, {x, mean_});
    variance_ = Mean(Op(abi::kTfLiteBuiltinSquare, {centered}));
    const auto spread = Op(abi::kTfLiteBuiltinAdd, {variance_, Scalar(1e-5F)}, kStatistics);
    return Op(abi::kTfLiteBuiltinMul, {Op(abi::kTfLiteBuiltinRsqrt, {spread}, kStatistics), centered});
  }
  ir::TensorId Swish(ir::TensorId x) {
    return Op(abi::kTfLiteBuiltinMul, {Op(abi::kTfLiteBuiltinLogistic, {x}), x});
  }

  // Rows of x times a factor plus a moved offset, as TensorFlow writes it. If the scale or the offset is
  // named, it is a tensor of the pattern itself.
  struct Rows {
    ir::Shape dims;
    ir::Shape statistics;
    std::string_view scale = {};
    std::string_view offset = {};
    bool is_moved_by_scale = true;  // the mean is multiplied by the factor, else by the inverse
  };
  ir::TensorId NormalizedAsTensorFlow(const Rows& rows) {
    std::map<std::string_view, ir::TensorId> made;
    const auto operand = [&](std::string_view name) {
      return name.empty() ? build_.Runtime({rows.dims.channels()}) : made.at(name);
    };
    const auto x = made["x"] = build_.Runtime(rows.dims);
    made["mean"] = Mean(x, -1, rows.statistics);
    made["squares"] = Op(abi::kTfLiteBuiltinSquaredDifference, {x, made["mean"]}, rows.dims);
    made["variance"] = Mean(made["squares"], -1, rows.statistics);
    made["spread"] = Op(abi::kTfLiteBuiltinAdd, {made["variance"], Scalar(1e-3F)}, rows.statistics);
    made["inverse"] = Op(abi::kTfLiteBuiltinRsqrt, {made["spread"]}, rows.statistics);
    made["factor"] = Op(abi::kTfLiteBuiltinMul, {made["inverse"], operand(rows.scale)}, rows.dims);
    made["scaled"] = Op(abi::kTfLiteBuiltinMul, {x, made["factor"]}, rows.dims);
    const auto by = made[rows.is_moved_by_scale ? "factor" : "inverse"];
    made["moved"] = Op(abi::kTfLiteBuiltinMul, {made["mean"], by}, rows.dims);
    const auto shift = Op(abi::kTfLiteBuiltinSub, {operand(rows.offset), made["moved"]}, rows.dims);
    return Op(abi::kTfLiteBuiltinAdd, {made["scaled"], shift}, rows.dims);
  }

  std::vector<FusedNode> Roots(std::vector<ir::TensorId> outputs, bool enable = true) {
    return Fuse(test::Judged(build_.graph()), build_.AllPositions(), outputs, enable);
  }
  std::vector<FusionMatch> Matches(std::vector<ir::TensorId> outputs) {
    return FindFusions(build_.graph(), build_.AllPositions(), outputs);
  }

  GraphBuilder build_;
  ir::TensorId mean_ = ir::kAbsent;
  ir::TensorId variance_ = ir::kAbsent;
};

TEST_F(FusionTest, EveryRuleIsReachedAndEveryNameIsKnown) {
  for (const Fusion* fusion : Fusions()) {
    std::set<std::string_view> made;
    std::set<std::string_view> used = {fusion->rules.front().name};
    for (const FusionCapture& capture : fusion->captures) {
      made.insert(capture.name);
      EXPECT_NE(capture.types, TypeSet()) << fusion->name << " " << capture.name << " says no type";
    }
    for (const FusionRule& rule : fusion->rules) {
      made.insert(rule.name);
      used.insert(rule.operands.begin(), rule.operands.end());
      EXPECT_TRUE(!rule.in_any_order || rule.operands.size() == 2) << fusion->name << " " << rule.name;
    }
    for (const std::string_view name : used) EXPECT_TRUE(made.contains(name)) << fusion->name << " " << name;
    for (const FusionRule& rule : fusion->rules) {
      EXPECT_TRUE(used.contains(rule.name)) << fusion->name << " " << rule.name;
    }
  }
}

TEST_F(FusionTest, ANormalizationIsOneDispatch) {
  const auto x = build_.Runtime(kRows);
  const auto scaled = Op(abi::kTfLiteBuiltinMul, {Normalized(x), build_.Runtime({8})});
  const auto roots = Roots({scaled});
  ASSERT_EQ(roots.size(), 1U);
  ASSERT_NE(roots[0].match, nullptr);
  EXPECT_EQ(roots[0].match->fusion->name, "layer normalization");
  EXPECT_EQ(roots[0].input, x);
  EXPECT_EQ(roots[0].output, scaled);
  EXPECT_THAT(roots[0].fused_positions, UnorderedElementsAre(0, 1, 2, 3, 4, 5, 7));
}

TEST_F(FusionTest, NothingIsMatchedWhereFusionIsDisabled) {
  const auto y = Normalized(build_.Runtime(kRows));
  EXPECT_EQ(Roots({y}, /*enable=*/false).size(), 7U);
}

TEST_F(FusionTest, ATensorThatIsReturnedKeepsTheNodesApart) {
  const auto y = Normalized(build_.Runtime(kRows));
  EXPECT_TRUE(Matches({y, variance_}).empty());
}

TEST_F(FusionTest, ATensorThatAnotherNodeReadsKeepsTheNodesApart) {
  const auto y = Normalized(build_.Runtime(kRows));
  const auto other = Op(abi::kTfLiteBuiltinTanh, {variance_}, kStatistics);
  EXPECT_TRUE(Matches({y, other}).empty());
}

// When the mean must exist, the remaining nodes are a normalization of the values less the mean.
TEST_F(FusionTest, ASmallerPatternTakesWhatALargerOneMayNot) {
  const auto y = Normalized(build_.Runtime(kRows));
  const auto matches = Matches({y, mean_});
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(matches[0].fusion->name, "normalization by the root mean square");
}

TEST_F(FusionTest, OperandsFromOutsideAreCaptured) {
  const auto y = NormalizedAsTensorFlow({.dims = {1, 8}, .statistics = {1, 1}});
  ASSERT_EQ(Matches({y}).size(), 1U);
  EXPECT_EQ(Matches({y})[0].positions.size(), 9U);
}

// The dispatch writes no tensor that the pattern's nodes make, so that it cannot read one as an operand.
TEST_F(FusionTest, AScaleThatThePatternMakesKeepsTheNodesApart) {
  for (const std::string_view scale : {"mean", "squares", "variance", "spread", "inverse"}) {
    const auto y = NormalizedAsTensorFlow({.dims = {1, 8}, .statistics = {1, 1}, .scale = scale});
    EXPECT_TRUE(Matches({y}).empty()) << scale;
  }
}

TEST_F(FusionTest, AnOffsetThatThePatternMakesKeepsTheNodesApart) {
  for (const std::string_view offset :
       {"mean", "squares", "variance", "spread", "inverse", "factor", "scaled", "moved"}) {
    const auto y = NormalizedAsTensorFlow({.dims = {1, 8}, .statistics = {1, 1}, .offset = offset});
    EXPECT_TRUE(Matches({y}).empty()) << offset;
  }
}

TEST_F(FusionTest, TheInputMayBeItsOwnScaleAndOffset) {
  const auto y = NormalizedAsTensorFlow({.dims = {1, 8}, .statistics = {1, 1}, .scale = "x", .offset = "x"});
  EXPECT_EQ(Matches({y}).size(), 1U);
}

TEST_F(FusionTest, AFactorWithAScaleAndOneWithoutAreNotOnePattern) {
  const auto y = NormalizedAsTensorFlow({.dims = {2, 8}, .statistics = {2, 1}, .is_moved_by_scale = false});
  EXPECT_TRUE(Matches({y}).empty());
}

TEST_F(FusionTest, AMeanOfOtherAxesIsNone) {
  const auto x = build_.Runtime(kRows);
  const auto centered = Op(abi::kTfLiteBuiltinSub, {x, Mean(x, 1)});
  const auto variance = Mean(Op(abi::kTfLiteBuiltinSquare, {centered}), 1);
  const auto spread = Op(abi::kTfLiteBuiltinAdd, {variance, Scalar(1e-5F)}, kStatistics);
  const auto y = Op(abi::kTfLiteBuiltinMul, {centered, Op(abi::kTfLiteBuiltinRsqrt, {spread}, kStatistics)});
  EXPECT_TRUE(Matches({y}).empty());
}

TEST_F(FusionTest, AnActivationKeepsTheNodesApart) {
  const auto x = build_.Runtime(kRows);
  const abi::TfLiteAddParams params = {.activation = abi::kTfLiteActRelu, .pot_scale_int16 = false};
  const auto y = build_.Node(abi::kTfLiteBuiltinMul, {x, Op(abi::kTfLiteBuiltinLogistic, {x})}, kRows,
                             ir::Params(&params, sizeof(params)));
  EXPECT_TRUE(Matches({y}).empty());
}

TEST_F(FusionTest, AnElementwisePatternJoinsTheDispatchBeforeIt) {
  const auto x = Normalized(build_.Runtime(kRows));
  const auto y = Swish(x);
  const auto roots = Roots({y});
  ASSERT_EQ(roots.size(), 1U);
  ASSERT_EQ(roots[0].epilogue.steps.size(), 1U);
  EXPECT_EQ(roots[0].epilogue.steps[0].op, EpilogueOp::kSwish);
  EXPECT_EQ(roots[0].output, y);
}

TEST_F(FusionTest, AnInputThatOthersReadIsNotFusedAway) {
  const auto x = Normalized(build_.Runtime(kRows));
  const auto y = Swish(x);
  const auto other = Op(abi::kTfLiteBuiltinTanh, {x});
  const auto roots = Roots({y, other});
  ASSERT_EQ(roots.size(), 3U);
  EXPECT_EQ(roots[1].input, x);
}

TEST_F(FusionTest, PatternsInARowAreMatchesOfTheirOwn) {
  const auto y = Swish(Swish(build_.Runtime(kRows)));
  EXPECT_EQ(Matches({y}).size(), 2U);
  EXPECT_EQ(Roots({y}).size(), 1U);
}

TEST_F(FusionTest, AScalarThatARunComputesIsNone) {
  const auto x = build_.Runtime(kRows);
  const auto steep = Op(abi::kTfLiteBuiltinMul, {x, build_.Runtime({1})});
  const auto y = Op(abi::kTfLiteBuiltinMul, {x, Op(abi::kTfLiteBuiltinLogistic, {steep})});
  EXPECT_TRUE(Matches({y}).empty());
}

}  // namespace
}  // namespace litevk
