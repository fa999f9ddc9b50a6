// The choice among algorithms: which fit and why others do not, and the order of their configurations.
#include "delegate/ops/common/algorithm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "delegate/ops/conv/conv_algorithms.h"
#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A problem that says of each of three algorithms why it does not fit, and its configurations.
struct MadeUp {
  std::array<std::string, 3> reasons;
  std::array<std::vector<Configuration>, 3> configurations;
  mutable std::string emitted = {};
};

template <size_t kIndex>
constexpr Algorithm<MadeUp> kMadeUp = {
    .name = "made up",
    .fits =
        [](const Lowering& /*lowering*/, const MadeUp& problem) {
          const std::string& reason = problem.reasons[kIndex];
          return reason.empty() ? Status() : Unfit(reason);
        },
    .configurations = [](const Lowering& /*lowering*/,
                         const MadeUp& problem) { return problem.configurations[kIndex]; },
    .emit =
        [](Lowering& /*lowering*/, const MadeUp& problem, size_t configuration) {
          problem.emitted = problem.configurations[kIndex][configuration].name;
        }};

constexpr std::array kAlgorithms = {&kMadeUp<0>, &kMadeUp<1>, &kMadeUp<2>};

class AlgorithmTest : public ::testing::Test {
 protected:
  // Begins to lower a convolution whose sides stay.
  Lowering& Conv(int side, int inputs, int outputs, int filter, const gpu::DeviceLimits& limits = {}) {
    const ir::TensorId image = build_.Runtime({1, side, side, inputs});
    fused_.output = build_.Conv(image, {1, side, side, outputs}, filter);
    judged_.emplace(build_.graph(), limits);
    out_.tensors.assign(build_.graph().tensors.size(), gpu::kNoTensor);
    out_.storage = AssignStorage(build_.graph(), std::array{image}, std::array{fused_.output}, {});
    const JudgedGraph judged = *judged_;
    fused_.kernel = judged.kernels[0];
    out_.views = PlanViews(judged, std::span(&fused_, 1), {std::array{image}, std::array{fused_.output}},
                           out_.storage, /*enable=*/false);
    return lowering_.emplace(ViewOf(judged, fused_), fused_, options_, out_);
  }

  std::vector<std::string> NamesFor(const MadeUp& problem) {
    std::vector<std::string> names;
    unfit_.clear();
    for (const Candidate& candidate : CandidatesFor(Conv(1, 1, 1, 1), problem, kAlgorithms, unfit_)) {
      names.push_back(candidate.name);
    }
    return names;
  }

  // Returns the reason why an algorithm does not fit the convolution that is lowered, or "".
  std::string ReasonOf(const ConvAlgorithm& algorithm) const {
    const Lowering& lowering = *lowering_;
    const ir::Shape& filter = lowering.view().input(kConvFilter).dims;
    const ConvWindow window = {
        .filter_h = filter[1], .filter_w = filter[2], .pad_top = filter[1] / 2, .pad_left = filter[2] / 2};
    return algorithm
        .fits(lowering, Conv2dProblem(lowering, lowering.InputDims(0), lowering.output_dims(), window, 1, 0))
        .message();
  }

  GraphBuilder build_;
  FusedNode fused_;
  LowerOptions options_;
  std::vector<std::string> unfit_;  // reasons that NamesFor() found
  LoweredPartition out_;
  std::optional<test::Judged> judged_;
  std::optional<Lowering> lowering_;
};

TEST_F(AlgorithmTest, FirstConfigurationsAreSortedByEstimate) {
  EXPECT_THAT(NamesFor({.configurations = {{{{"a", 3}}, {{"b", 1}}, {{"c", 2}}}}}),
              ElementsAre("b", "c", "a"));
}

TEST_F(AlgorithmTest, EqualEstimatesKeepTheOrderOfTheAlgorithms) {
  EXPECT_THAT(NamesFor({.configurations = {{{{"a", 1}}, {{"b", 1}}, {{"c", 1}}}}}),
              ElementsAre("a", "b", "c"));
}

TEST_F(AlgorithmTest, OtherConfigurationsFollowInTheOrderOfTheirAlgorithm) {
  // The second configuration of the first algorithm is preferred to its third, which has a smaller estimate.
  EXPECT_THAT(
      NamesFor({.configurations = {{{{"a", 2}, {"a2", 9}, {"a3", 1}}, {{"b", 3}, {"b2", 4}}, {{"c", 5}}}}}),
      ElementsAre("a", "b", "c", "b2", "a2", "a3"));
}

TEST_F(AlgorithmTest, FallbacksComeLast) {
  std::vector<Candidate> candidates;
  AddCandidates(0, /*is_fallback=*/true, {{"a", 1}, {"a2", 2}}, candidates);
  AddCandidates(1, /*is_fallback=*/false, {{"b", 3}, {"b2", 4}}, candidates);
  SortCandidates(candidates);
  std::vector<std::string> names;
  for (const Candidate& candidate : candidates) names.push_back(candidate.name);
  EXPECT_THAT(names, ElementsAre("b", "b2", "a", "a2"));
}

TEST_F(AlgorithmTest, WhatDoesNotFitIsNoCandidate) {
  EXPECT_THAT(NamesFor({.reasons = {"it does not", "", ""},
                        .configurations = {{{{"a", 1}}, {{"b", 2}}, {{"c", 3}}}}}),
              ElementsAre("b", "c"));
  EXPECT_THAT(unfit_, ElementsAre("made up: it does not"));
}

TEST_F(AlgorithmTest, EmitsTheFirstCandidateUnlessATunerKnowsBetter) {
  const MadeUp problem = {.configurations = {{{{"a", 2}, {"a2", 3}}, {{"b", 1}}, {{"c", 3}}}}};
  EmitChosen(Conv(1, 1, 1, 1), "parameters", problem, kAlgorithms);
  EXPECT_EQ(problem.emitted, "b");
  ASSERT_EQ(out_.choice_points.size(), 1U);
  EXPECT_THAT(out_.choice_points[0].key, HasSubstr(" parameters"));
  EXPECT_THAT(out_.choice_points[0].alternatives, ElementsAre("b", "a", "c", "a2"));
  const Choices choices = {{out_.choice_points[0].key, "a2"}};
  options_.choices = &choices;
  EmitChosen(*lowering_, "parameters", problem, kAlgorithms);
  EXPECT_EQ(problem.emitted, "a2");
}

TEST_F(AlgorithmTest, ScaledEstimatesBeginWithTheMeasuredOne) {
  const std::vector<Configuration> scaled = ScaledTo(10, {{"a", 4}, {"b", 6}});
  EXPECT_EQ(scaled[0].time, 10);
  EXPECT_EQ(scaled[1].time, 15);
}

TEST_F(AlgorithmTest, ReasonsTellWhyAConvolutionIsComputedOtherwise) {
  Conv(28, 16, 64, 3);
  EXPECT_THAT(ReasonOf(kConvTiled), IsEmpty());
  EXPECT_THAT(ReasonOf(kConvWinograd), IsEmpty());
  EXPECT_THAT(ReasonOf(kConvGemv), HasSubstr("several taps"));
  EXPECT_THAT(ReasonOf(kConvDepthwise), HasSubstr("groups"));
  EXPECT_THAT(ReasonOf(kConvGrouped), HasSubstr("read the same inputs"));
}

TEST_F(AlgorithmTest, ReasonsNameOptionsAndLimits) {
  gpu::DeviceLimits direct;
  direct.profile.winograd = false;
  Conv(28, 16, 64, 3, direct);
  EXPECT_THAT(ReasonOf(kConvWinograd), HasSubstr("disable_winograd"));
  build_ = GraphBuilder();
  gpu::DeviceLimits small;
  small.memory_bytes = 1 << 16;
  Conv(28, 16, 64, 3, small);
  EXPECT_THAT(ReasonOf(kConvWinograd), HasSubstr("exceed the device's limits"));
}

TEST_F(AlgorithmTest, DisabledWinogradIsNoPartOfEstimates) {
  const auto flops = [&](bool winograd) {
    build_ = GraphBuilder();
    gpu::DeviceLimits limits;
    limits.profile.winograd = winograd;
    const Lowering& lowering = Conv(28, 64, 64, 3, limits);
    return fused_.kernel->device_flops(lowering.view());
  };
  EXPECT_LT(flops(true), 0.9 * flops(false));
}

// Estimates have one unit: work that a device with many invocations at once does is no less than the layer's.
TEST_F(AlgorithmTest, EstimatesOfAConvolutionAreAtLeastItsOperations) {
  Lowering& lowering = Conv(56, 64, 64, 3);
  const ConvProblem problem =
      Conv2dProblem(lowering, {1, 56, 56, 64}, {1, 56, 56, 64},
                    {.filter_h = 3, .filter_w = 3, .pad_top = 1, .pad_left = 1}, 1, 0);
  const double flops = FlopsOf(lowering.view());
  EXPECT_EQ(flops, 2.0 * 56 * 56 * 64 * 64 * 9);
  const double tiled = kConvTiled.configurations(lowering, problem).front().time;
  EXPECT_GE(tiled, flops);
  EXPECT_LE(tiled, 2 * flops);
  EXPECT_LT(kConvWinograd.configurations(lowering, problem).front().time, tiled);
}

}  // namespace
}  // namespace litevk
