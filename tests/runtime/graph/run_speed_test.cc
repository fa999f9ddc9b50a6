#include "runtime/graph/run_speed.h"

#include <gtest/gtest.h>

namespace litevk::gpu {
namespace {

TEST(RunSpeedTest, SmallErrorsAreKept) {
  RunSpeed speed;
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(speed.Add(kFirstSlowdown * (i % 2 == 0 ? 1.9 : 0.55)));
  EXPECT_EQ(speed.slowdown(), kFirstSlowdown);
}

TEST(RunSpeedTest, TheFirstRunMayCorrectTheSlowdown) {
  RunSpeed slow;
  EXPECT_TRUE(slow.Add(100));
  EXPECT_EQ(slow.slowdown(), 100);
  RunSpeed fast;
  EXPECT_TRUE(fast.Add(0.5));
  EXPECT_EQ(fast.slowdown(), 0.5);
}

TEST(RunSpeedTest, RunsWithoutTimeDoNotCount) {
  RunSpeed speed;
  EXPECT_FALSE(speed.Add(0));
  EXPECT_FALSE(speed.Add(-3));
  EXPECT_EQ(speed.slowdown(), kFirstSlowdown);
}

TEST(RunSpeedTest, LaterChangesNeedRunsInARow) {
  RunSpeed speed;
  EXPECT_TRUE(speed.Add(100));
  EXPECT_FALSE(speed.Add(10));
  EXPECT_FALSE(speed.Add(90)) << "a run as expected ends the row";
  EXPECT_FALSE(speed.Add(10));
  EXPECT_FALSE(speed.Add(1000)) << "so does one in the other direction";
  EXPECT_FALSE(speed.Add(10));
  EXPECT_TRUE(speed.Add(20));
  EXPECT_EQ(speed.slowdown(), 20) << "the ratio that is nearest to the old one";
}

// A device that is slow and fast in turn, in stretches of any length, makes few changes.
TEST(RunSpeedTest, DoesNotOscillate) {
  for (int stretch = 1; stretch < 64; ++stretch) {
    RunSpeed speed;
    int changes = 0;
    for (int run = 0; run < 10000; ++run) changes += speed.Add(run / stretch % 2 == 0 ? 100 : 1) ? 1 : 0;
    EXPECT_LE(changes, 6) << stretch;
  }
  RunSpeed speed;
  int changes = 0;
  for (int run = 0; run < 6400; ++run) changes += speed.Add(run / 64 % 2 == 0 ? 100 : 1) ? 1 : 0;
  EXPECT_LE(changes, 6 + 6400 / 64);
}

}  // namespace
}  // namespace litevk::gpu
