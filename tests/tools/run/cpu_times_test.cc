// Tests the CPU's time that is printed beside a device's: measured, or an estimate that is named as one.
#include "tools/run/cpu_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace litevk::tools {
namespace {

using testing::HasSubstr;

// Counts how often the CPU kernels were asked.
struct Kernels {
  int runs = 0;
  Result<CpuTimes> Measure() {
    ++runs;
    return CpuTimes{.ms = {3, 1, 2}};
  }
};

GpuReport Estimated(double claimed_us, double left_out_us) {
  GpuReport report;
  report.claimed.cpu_us = claimed_us;
  report.left_out.cpu_us = left_out_us;
  return report;
}

TEST(CpuTimesTest, ShortOnesAreMeasured) {
  Kernels kernels;
  const auto measure = [&] { return kernels.Measure(); };
  for (const std::optional<GpuReport>& report :
       {std::optional<GpuReport>(), std::optional(Estimated(1e6, 0.9e6))}) {
    const auto times = CpuTimesBeside(1, report, measure);
    ASSERT_TRUE(times.has_value());
    EXPECT_EQ(ToString(*times), "litevk's CPU kernels: median 2.000 ms, 3 runs");
  }
  EXPECT_EQ(kernels.runs, 2);
}

TEST(CpuTimesTest, LongOnesAreEstimates) {
  Kernels kernels;
  const auto times = CpuTimesBeside(1, Estimated(1e6, 1.5e6), [&] { return kernels.Measure(); });
  ASSERT_TRUE(times.has_value());
  EXPECT_TRUE(times->ms.empty());
  EXPECT_THAT(ToString(*times), HasSubstr("not measured"));
  EXPECT_THAT(ToString(*times), HasSubstr("is estimated to take 2500 ms there"));
  EXPECT_EQ(kernels.runs, 0);
}

TEST(CpuTimesTest, RunsWithoutAPartitionWereOnTheCpu) {
  Kernels kernels;
  EXPECT_FALSE(CpuTimesBeside(0, Estimated(0, 0), [&] { return kernels.Measure(); }).has_value());
  EXPECT_EQ(kernels.runs, 0);
}

TEST(CpuTimesTest, KernelsThatAreMissingAreNamed) {
  const auto times =
      CpuTimesBeside(1, std::nullopt, [] { return Result<CpuTimes>(Unsupported("node 0 has no kernel")); });
  ASSERT_TRUE(times.has_value());
  EXPECT_EQ(ToString(*times), "litevk's CPU kernels cannot run the model: node 0 has no kernel");
}

}  // namespace
}  // namespace litevk::tools
