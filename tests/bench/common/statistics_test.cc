#include "bench/common/statistics.h"

#include <gtest/gtest.h>

namespace litevk::bench {
namespace {

TEST(StatisticsTest, PercentilesLieBetweenValues) {
  const std::vector<double> sorted = {1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(Percentile(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(Percentile(sorted, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(Percentile(sorted, 0.1), 1.3);
  EXPECT_DOUBLE_EQ(Percentile(sorted, 1), 4);
}

TEST(StatisticsTest, OrderDoesNotMatter) {
  const Statistics statistics = Summarize({5, 1, 3});
  EXPECT_EQ(statistics.count, 3U);
  EXPECT_DOUBLE_EQ(statistics.median, 3);
  EXPECT_DOUBLE_EQ(statistics.min, 1);
  EXPECT_DOUBLE_EQ(statistics.max, 5);
  EXPECT_DOUBLE_EQ(statistics.mean, 3);
  EXPECT_NEAR(statistics.stddev, 1.632993, 1e-6);
}

TEST(StatisticsTest, OneValueAndNone) {
  const Statistics one = Summarize({7});
  EXPECT_DOUBLE_EQ(one.p10, 7);
  EXPECT_DOUBLE_EQ(one.p90, 7);
  EXPECT_DOUBLE_EQ(one.stddev, 0);
  EXPECT_EQ(Summarize({}).count, 0U);
}

}  // namespace
}  // namespace litevk::bench
