// The parts of litevk-bench's pictures, without a model: clocks, traces, errors, the page's text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/pictures/device_clock.h"
#include "bench/pictures/model_nodes.h"
#include "bench/pictures/page.h"
#include "bench/pictures/trace.h"

namespace litevk::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

// Returns a run that was submitted at `submit_us` and waited for until `wait_end_us`. The device's clock is
// 1000 behind.
tools::ProgramRun RunOf(double submit_us, double device_us, double length_us, double wait_end_us) {
  return {.steps = {{.name = "submit", .begin_us = submit_us, .us = 1},
                    {.name = "wait", .begin_us = submit_us + 1, .us = wait_end_us - submit_us - 1}},
          .device_begin_us = device_us - 1000,
          .dispatch_us = {length_us / 2, length_us / 2}};
}

TEST(DeviceClockTest, LiesInTheMiddleOfWhatAllRunsLeave) {
  const tools::ProgramTimeline program = {.runs = {RunOf(100, 110, 20, 150), RunOf(200, 204, 20, 226)}};
  const DeviceClock clock({program});
  // The first run allows offsets from 990 to 1020, the second from 996 to 1002.
  EXPECT_DOUBLE_EQ(clock.uncertainty_us(), 3);
  EXPECT_DOUBLE_EQ(clock.HostUs(program.runs[0]), 109);
  EXPECT_DOUBLE_EQ(clock.HostUs(program.runs[1]), 203);
}

// If clocks drift apart, no offset fits both runs; each stays within its own submission.
TEST(DeviceClockTest, EachRunKeepsItsOwnRoom) {
  const tools::ProgramTimeline program = {.runs = {RunOf(100, 101, 20, 122), RunOf(200, 301, 20, 222)}};
  const DeviceClock clock({program});
  for (const tools::ProgramRun& run : program.runs) {
    EXPECT_GE(clock.HostUs(run), run.steps[0].begin_us);
    EXPECT_LE(clock.HostUs(run) + 20, run.steps[1].begin_us + run.steps[1].us);
  }
  EXPECT_EQ(clock.uncertainty_us(), 0);
}

TEST(TraceTest, NoEventReachesIntoTheNext) {
  const Timeline timeline = {
      .tracks = {{.kind = TrackKind::kDispatches,
                  .name = "dispatches",
                  .events = {{.name = "a", .begin_us = 1.0004, .us = 1.0001, .run = 2},
                             {.name = "b", .begin_us = 2.0004, .us = 1, .facts = {{"node", 7}}}}}},
      .device_uncertainty_us = 4};
  const auto trace = TraceJson(timeline, "a device", {{"model", "m.tflite"}});
  EXPECT_EQ(trace["otherData"]["device_clock_uncertainty_us"], 4);
  std::vector<nlohmann::ordered_json> events;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] == "X") events.push_back(event);
  }
  ASSERT_EQ(events.size(), 2U);
  const auto nanoseconds = [](const nlohmann::ordered_json& us) {
    return static_cast<int64_t>(1000 * us.get<double>());
  };
  EXPECT_EQ(nanoseconds(events[0]["ts"]), 1000);
  EXPECT_EQ(nanoseconds(events[0]["ts"]) + nanoseconds(events[0]["dur"]), nanoseconds(events[1]["ts"]));
  EXPECT_EQ(events[0]["args"]["run"], 2);
  EXPECT_EQ(events[1]["args"]["node"], 7);
}

TEST(ErrorTest, ShareOfWhatIsAllowed) {
  EXPECT_DOUBLE_EQ(ErrorOf({.largest = 2e-5, .bound = 1e-4}), 0.2);
  EXPECT_DOUBLE_EQ(ErrorOf({.agrees = false, .largest = 5, .bound = 1e-4, .outside = 1}), 5e4);
  // Integers and bools have no tolerance.
  EXPECT_EQ(ErrorOf({}), 0);
  EXPECT_EQ(ErrorOf({.agrees = false, .outside = 3}), 4);
  EXPECT_GT(ErrorOf({.agrees = false, .bound = 1e-4, .nan_mismatches = 1}), 1);
  EXPECT_GT(ErrorOf({.agrees = false, .problem = "dims"}), 1);
}

TEST(LocationTest, Texts) {
  EXPECT_EQ(LocationText({.location = Location::kDispatch, .partition = 1}), "partition 1");
  EXPECT_EQ(LocationText({.location = Location::kFused, .partition = 1, .root = 4}),
            "partition 1, in the dispatch of node 4");
  EXPECT_EQ(LocationText({.location = Location::kPrepared, .partition = 0}),
            "partition 0, without a dispatch");
  EXPECT_EQ(LocationText({.location = Location::kCpu, .reason = "not supported"}), "CPU: not supported");
  EXPECT_EQ(LocationText({.location = Location::kCpu}), "CPU");
  EXPECT_EQ(LocationText({.location = Location::kPartition}), "a delegate");
}

// Names in a model are data: they must neither end a script nor begin another one.
TEST(PageTest, NamesAreNoMarkup) {
  Measurement measurement;
  measurement.profile = Profile();
  const Timeline timeline;
  const std::vector<ModelSubgraph> subgraphs = {{.name = "</script><script>alert(1)</script><!--"}};
  const std::string html = ToHtml({{{"model", "\xff.tflite"}}, measurement, timeline, subgraphs, {}});
  EXPECT_THAT(html, HasSubstr("\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!--"));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, HasSubstr("\xEF\xBF\xBD.tflite"));
  EXPECT_THAT(html, Not(HasSubstr("<!-- data -->")));
}

}  // namespace
}  // namespace litevk::bench
