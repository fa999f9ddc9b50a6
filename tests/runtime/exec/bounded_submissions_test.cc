// Runs in parts of a bounded duration: results, counts and failures.
#include <gmock/gmock.h>

#include "tests/runtime/exec/executable_fixture.h"

namespace litevk {
namespace {

// A chain of three dispatches, of 33 workgroups each.
struct Chain {
  static constexpr size_t kFloats = 33 * 128 - 5;

  Chain() {
    const gpu::TensorId middle = builder.Tensor(kFloats);
    const gpu::TensorId last = builder.Tensor(kFloats);
    builder.MultiplyAdd(input, 2.0F, input, middle);
    builder.MultiplyAdd(middle, 2.0F, input, last);
    builder.MultiplyAdd(last, 1.0F, middle, output);
  }

  static void ExpectResult(const std::vector<float>& result, float first) {
    ASSERT_EQ(result.size(), kFloats);
    for (size_t i = 0; i < kFloats; ++i) {
      ASSERT_EQ(result[i], 10.0F * (first + static_cast<float>(i))) << i;
    }
  }

  GraphBuilder builder;
  gpu::TensorId input = builder.Input(kFloats);
  gpu::TensorId output = builder.Output(kFloats);
};

class BoundedSubmissionsTest : public ExecutableTest {
 protected:
  // The first dispatch is half as long as the limit, the second one many times, the last one a tenth.
  ExecutableOptions Bounded(double limit_us = 100 * gpu::kFirstSlowdown) {
    ExecutableOptions options = Options();
    options.submit_bound = {.limit_us = limit_us, .dispatch_us = {50, 1000, 10}};
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(Io, BoundedSubmissionsTest, testing::Values(false, true),
                         [](const auto& io) { return io.param ? "Staged" : "ZeroCopy"; });

TEST_P(BoundedSubmissionsTest, PartsGiveTheResultOfTheWhole) {
  for (const double limit_us : {0.0, 1e9, 400.0, 1e-3}) {
    Chain chain;
    const auto executable = Build(chain.builder, Bounded(limit_us));
    ASSERT_NE(executable, nullptr);
    ASSERT_TRUE(executable->UsePipelines().ok());
    for (const float first : {1.0F, -70.0F, 5.0F}) {
      Fill(*executable, chain.input, first);
      ExpectRun(*executable);
      Chain::ExpectResult(ToVector(executable->Output(chain.output)), first);
    }
  }
}

TEST_P(BoundedSubmissionsTest, StatsCountSubmissions) {
  Chain whole;
  const auto unbounded = Build(whole.builder);
  ASSERT_NE(unbounded, nullptr);
  EXPECT_EQ(unbounded->stats().submissions, 1U);
  EXPECT_EQ(unbounded->stats().longest_submission_us, 0);
  EXPECT_EQ(unbounded->stats().pipelines, 2U);
  Chain chain;
  const auto executable = Build(chain.builder, Bounded());
  ASSERT_NE(executable, nullptr);
  // The second dispatch takes 11 parts of 3 workgroups, of which the last has room for the third dispatch.
  EXPECT_EQ(executable->stats().submissions, 13U);
  EXPECT_LE(executable->stats().longest_submission_us, 100 * gpu::kFirstSlowdown);
  EXPECT_GT(executable->stats().longest_submission_us, 80 * gpu::kFirstSlowdown);
  EXPECT_EQ(executable->stats().pipelines, 3U) << "one more, for parts that start at a base";
}

TEST_P(BoundedSubmissionsTest, RunsCorrectTheEstimates) {
  Chain chain;
  ExecutableOptions options = Bounded();
  // The dispatches take a fraction of a second at most, and are estimated to take hours.
  options.submit_bound.dispatch_us = {50e6, 1e10, 10e6};
  options.submit_bound.limit_us = 1e9;
  const auto executable = Build(chain.builder, options);
  ASSERT_NE(executable, nullptr);
  const size_t submissions = executable->stats().submissions;
  EXPECT_GT(submissions, 20U);
  for (const float first : {1.0F, 2.0F, 3.0F}) {
    Fill(*executable, chain.input, first);
    ExpectRun(*executable);
    Chain::ExpectResult(ToVector(executable->Output(chain.output)), first);
  }
  EXPECT_EQ(executable->stats().submissions, 1U);
  EXPECT_LT(executable->stats().longest_submission_us, 1e7);
}

TEST_P(BoundedSubmissionsTest, TimestampsCoverDispatchesInParts) {
  Chain chain;
  ExecutableOptions options = Bounded();
  options.enable_timestamps = true;
  const auto executable = Build(chain.builder, options);
  ASSERT_NE(executable, nullptr);
  ASSERT_GT(executable->stats().submissions, 1U);
  ExpectRun(*executable);
  const auto times = executable->ReadDispatchTimes();
  ASSERT_TRUE(times.ok()) << times.status().message();
  if (!device_->features().has(vk::Feature::kTimestamps)) return;
  ASSERT_EQ(times->size(), 3U);
  for (const DispatchTime& time : *times) {
    EXPECT_GT(time.microseconds, 0.0);
    EXPECT_LT(time.microseconds, 10e6);
  }
}

TEST_P(BoundedSubmissionsTest, EstimatesAreNeededForEveryDispatch) {
  Chain chain;
  ExecutableOptions options = Bounded();
  options.submit_bound.dispatch_us.pop_back();
  EXPECT_EQ(Executable::Build(device_, chain.builder.Take(), options).status().message(),
            "submit_bound: expected an estimate of each of 3 dispatches, found 2");
}

// A submission in the middle that fails leaves those before it running: the next run, and the destructor,
// wait for them.
TEST_P(BoundedSubmissionsTest, EachSubmissionMayFail) {
  Chain chain;
  const auto executable = Build(chain.builder, Bounded());
  ASSERT_NE(executable, nullptr);
  for (uint64_t n = 0;; ++n) {
    ASSERT_LT(n, 200U);  // runs may make parts shorter, down to one workgroup
    Fill(*executable, chain.input, 1.0F);
    vk::FaultInjector::FailNth(n, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    const Status status = executable->Run();
    vk::FaultInjector::Reset();
    if (status.ok()) break;
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted) << status.message();
    Fill(*executable, chain.input, 2.0F);
    ExpectRun(*executable);
    Chain::ExpectResult(ToVector(executable->Output(chain.output)), 2.0F);
  }
}

TEST_P(BoundedSubmissionsTest, DestroyedAfterAFailureInTheMiddle) {
  for (const VkResult error : {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_DEVICE_LOST}) {
    Chain chain;
    const auto executable = Build(chain.builder, Bounded());
    ASSERT_NE(executable, nullptr);
    constexpr uint64_t kFifthSubmission = 5;  // the first call resets the fence
    vk::FaultInjector::FailNth(kFifthSubmission, error);
    EXPECT_FALSE(executable->Run().ok());
  }
  EXPECT_TRUE(device_->lost());
}

}  // namespace
}  // namespace litevk
