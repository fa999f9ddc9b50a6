#include "runtime/graph/submissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace litevk::gpu {
namespace {

constexpr std::array<bool, 3> kEveryDim = {true, true, true};

SubmissionPlan Plan(const std::vector<DispatchEstimate>& dispatches, double limit_us,
                    std::array<bool, 3> dims = kEveryDim) {
  return PlanSubmissions(dispatches, limit_us, [&](size_t) { return dims; });
}

std::vector<Counts> SizesOf(const SubmissionPlan& plan) {
  std::vector<Counts> sizes;
  for (const Submission& submission : plan.submissions) {
    for (const Piece& piece : submission) sizes.push_back(piece.workgroups);
  }
  return sizes;
}

TEST(SubmissionsTest, NoLimitIsOneSubmission) {
  const SubmissionPlan plan = Plan({{.us = 1e9, .workgroups = {7, 2, 3}}, {.us = 1e9}}, 0);
  ASSERT_EQ(plan.submissions.size(), 1U);
  EXPECT_EQ(plan.submissions[0], (Submission{{.dispatch = 0, .workgroups = {7, 2, 3}}, {.dispatch = 1}}));
  EXPECT_EQ(plan.longest_us, 2e9);
}

TEST(SubmissionsTest, NoDispatchesAreOneSubmission) {
  EXPECT_EQ(Plan({}, 0).submissions.size(), 1U);
  EXPECT_EQ(Plan({}, 5).submissions.size(), 1U);
}

TEST(SubmissionsTest, WholeDispatchesFillSubmissions) {
  const SubmissionPlan plan = Plan({{.us = 4}, {.us = 6}, {.us = 1}, {.us = 10}, {.us = 3}}, 10);
  ASSERT_EQ(plan.submissions.size(), 4U);
  EXPECT_EQ(plan.submissions[0].size(), 2U);
  EXPECT_EQ(plan.submissions[1].size(), 1U);
  EXPECT_EQ(plan.submissions[2], (Submission{{.dispatch = 3}}));
  EXPECT_EQ(plan.longest_us, 10);
}

TEST(SubmissionsTest, ALongDispatchIsCutAlongItsOutermostDim) {
  const SubmissionPlan plan = Plan({{.us = 100, .workgroups = {8, 10, 1}}}, 30);
  EXPECT_THAT(SizesOf(plan),
              testing::ElementsAre(Counts{8, 2, 1}, Counts{8, 3, 1}, Counts{8, 2, 1}, Counts{8, 3, 1}));
  EXPECT_EQ(plan.submissions.size(), 4U);
  EXPECT_EQ(plan.submissions[3][0].base, (Counts{0, 7, 0}));
  EXPECT_LE(plan.longest_us, 30);
}

TEST(SubmissionsTest, SlabsThatAreTooLongAreCutAlongTheNextDim) {
  const SubmissionPlan plan = Plan({{.us = 100, .workgroups = {4, 2, 1}}}, 13);
  EXPECT_EQ(plan.submissions.size(), 8U);
  EXPECT_EQ(plan.submissions[5][0],
            (Piece{.dispatch = 0, .base = {1, 1, 0}, .workgroups = {1, 1, 1}, .is_part = true}));
}

TEST(SubmissionsTest, OnlyAllowedDimsAreCut) {
  EXPECT_THAT(SizesOf(Plan({{.us = 100, .workgroups = {4, 2, 1}}}, 1, {false, true, true})),
              testing::ElementsAre(Counts{4, 1, 1}, Counts{4, 1, 1}));
  const SubmissionPlan whole = Plan({{.us = 1}, {.us = 100, .workgroups = {4, 2, 1}}, {.us = 1}}, 10, {});
  ASSERT_EQ(whole.submissions.size(), 3U);
  EXPECT_EQ(whole.submissions[1], (Submission{{.dispatch = 1, .workgroups = {4, 2, 1}}}));
  EXPECT_EQ(whole.longest_us, 100);
}

TEST(SubmissionsTest, TheRestOfADispatchSharesItsSubmission) {
  const SubmissionPlan plan = Plan({{.us = 12, .workgroups = {12, 1, 1}}, {.us = 4}}, 10);
  ASSERT_EQ(plan.submissions.size(), 2U);
  EXPECT_EQ(plan.submissions[1].size(), 2U);
}

TEST(SubmissionsTest, DimsAreAskedForOnlyWhereNeeded) {
  std::vector<size_t> asked;
  const std::vector<DispatchEstimate> dispatches = {
      {.us = 1}, {.us = 11, .workgroups = {2, 1, 1}}, {.us = 10}};
  PlanSubmissions(dispatches, 10, [&](size_t d) {
    asked.push_back(d);
    return kEveryDim;
  });
  EXPECT_THAT(asked, testing::ElementsAre(1U));
}

TEST(SubmissionsTest, ATinyLimitMakesAboutTheMostPieces) {
  const SubmissionPlan plan = Plan({{.us = 1e6, .workgroups = {65535, 65535, 60000}}}, 1e-6);
  EXPECT_LE(plan.submissions.size(), 2 * kMostPieces);
  EXPECT_GE(plan.submissions.size(), kMostPieces);
}

// Every workgroup is in one piece, pieces keep the order of dispatches, and none is longer than the limit
// that could be shorter.
TEST(SubmissionsTest, RandomPlansCoverEveryWorkgroupOnce) {
  std::minstd_rand random(7);
  const auto draw = [&](uint32_t end) { return static_cast<uint32_t>(random() % end); };
  for (int round = 0; round < 300; ++round) {
    std::vector<DispatchEstimate> dispatches(1 + draw(5));
    for (DispatchEstimate& dispatch : dispatches) {
      dispatch = {.us = draw(200) / 3.0, .workgroups = {1 + draw(9), 1 + draw(6), 1 + draw(4)}};
    }
    const double limit_us = 1 + draw(60);
    const SubmissionPlan plan = Plan(dispatches, limit_us);
    std::set<std::tuple<size_t, uint32_t, uint32_t, uint32_t>> seen;
    size_t last = 0;
    for (const Submission& submission : plan.submissions) {
      for (const Piece& piece : submission) {
        ASSERT_GE(piece.dispatch, last);
        ASSERT_TRUE(piece.dispatch == last || piece.begins());
        last = piece.dispatch;
        for (uint32_t z = 0; z < piece.workgroups[2]; ++z) {
          for (uint32_t y = 0; y < piece.workgroups[1]; ++y) {
            for (uint32_t x = 0; x < piece.workgroups[0]; ++x) {
              ASSERT_TRUE(
                  seen.emplace(piece.dispatch, piece.base[0] + x, piece.base[1] + y, piece.base[2] + z)
                      .second);
            }
          }
        }
      }
    }
    size_t workgroups = 0;
    double smallest_us = 0;  // the longest workgroup
    for (const DispatchEstimate& dispatch : dispatches) {
      const size_t count = size_t{dispatch.workgroups[0]} * dispatch.workgroups[1] * dispatch.workgroups[2];
      workgroups += count;
      smallest_us = std::max(smallest_us, dispatch.us / static_cast<double>(count));
    }
    EXPECT_EQ(seen.size(), workgroups);
    EXPECT_LE(plan.longest_us, std::max(limit_us, smallest_us) * 1.000001);
  }
}

}  // namespace
}  // namespace litevk::gpu
