// Makes every Vulkan call fail once: the error names it, nothing leaks, and the next attempt works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "runtime/exec/executable.h"
#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/lifetime.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

constexpr uint64_t kNever = 1ULL << 40;

class FaultTest : public GpuTest, public testing::WithParamInterface<bool> {
 protected:
  Result<std::unique_ptr<Executable>> Build() {
    GraphBuilder builder;
    const gpu::TensorId input = builder.Input(8);
    const gpu::TensorId constant = builder.Constant(std::vector<float>(8, 1.0F));
    const gpu::TensorId middle = builder.Tensor(8);
    output_ = builder.Output(8);
    input_ = input;
    builder.MultiplyAdd(input, 2.0F, constant, middle);
    builder.MultiplyAdd(middle, 2.0F, constant, output_);
    ExecutableOptions options;
    options.timeout_ms = timeout_ms_;
    options.disable_zero_copy = GetParam();
    options.enable_timestamps = true;
    return Executable::Build(device_, builder.Take(), options);
  }

  void ExpectWorks(Executable& executable) {
    std::ranges::fill(Floats(executable.Input(input_)), 5.0F);
    const Status status = executable.Run();
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(ToVector(executable.Output(output_)), std::vector<float>(8, 23.0F));
  }

  int timeout_ms_ = -1;
  gpu::TensorId input_ = gpu::kNoTensor;
  gpu::TensorId output_ = gpu::kNoTensor;
};

INSTANTIATE_TEST_SUITE_P(Io, FaultTest, testing::Values(false, true),
                         [](const auto& io) { return io.param ? "Staged" : "ZeroCopy"; });

// Makes the nth call of `attempt` fail, for n from 0, until an attempt makes at most n calls and succeeds.
// Returns its number of calls. The attempt may succeed although one of `dispensable` calls fails.
template <typename Attempt>
uint64_t FailEachCall(Attempt&& attempt, int dispensable) {
  for (uint64_t n = 0; n < 1000; ++n) {
    vk::FaultInjector::FailNth(n, VK_ERROR_OUT_OF_HOST_MEMORY);
    const Status status = attempt();
    const uint64_t calls = vk::FaultInjector::calls();
    vk::FaultInjector::Reset();
    if (status.ok() && calls <= n) return calls;
    if (status.ok()) {
      EXPECT_GE(--dispensable, 0) << "call " << n << " failed and nobody noticed";
      continue;
    }
    EXPECT_EQ(calls, n + 1) << "a call was made after: " << status.message();
    // A loader that cannot be opened has its own diagnostic.
    if (status.code() == StatusCode::kUnavailable && n == 0) continue;
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted) << status.message();
    EXPECT_NE(status.message().find(": expected VK_SUCCESS, found VK_ERROR_OUT_OF_HOST_MEMORY"),
              std::string::npos)
        << status.message();
  }
  ADD_FAILURE() << "the attempt never succeeds";
  return 0;
}

TEST_P(FaultTest, EveryCallOfBuild) {
  const auto build = [this] { return Build().status(); };
  // Without a query pool there are no timestamps, but no error.
  constexpr int kDispensable = 1;
  EXPECT_GT(FailEachCall(build, kDispensable), 10U);
  // Repeated, since failed pipeline compilations hid the calls after them.
  EXPECT_GT(FailEachCall(build, kDispensable), 10U);
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  ExpectWorks(**executable);
}

class AcquireFaultTest : public GpuTest {};

TEST_F(AcquireFaultTest, EveryCallOfAcquire) {
  device_.reset();
  // Queries of importable host pointers and file descriptors, with and without texel buffers. A failed query
  // counts as no.
  constexpr int kDispensable = 4;
  EXPECT_GT(FailEachCall([] { return vk::AcquireDevice(Request()).status(); }, kDispensable), 10U);
}

// VK_INCOMPLETE counts as success only for lists from the driver.
TEST_P(FaultTest, IncompleteIsAnErrorOfEveryCallOfBuild) {
  int successes = 0;
  for (uint64_t n = 0;; ++n) {
    vk::FaultInjector::FailNth(n, VK_INCOMPLETE);
    const Status status = Build().status();
    const uint64_t calls = vk::FaultInjector::calls();
    vk::FaultInjector::Reset();
    if (calls <= n) break;
    if (status.ok()) {
      ++successes;
      continue;
    }
    EXPECT_THAT(status.message(), testing::HasSubstr("found VK_INCOMPLETE (5)"));
  }
  EXPECT_LE(successes, 1) << "the query pool is dispensable";
}

TEST_P(FaultTest, IncompleteIsAnErrorOfSubmitting) {
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  vk::FaultInjector::FailNamed("vkQueueSubmit", VK_INCOMPLETE);
  EXPECT_EQ((*executable)->Run().message(), "vkQueueSubmit: expected VK_SUCCESS, found VK_INCOMPLETE (5)");
}

TEST(EnumerateTest, TakesWhatFitsOfAListThatGrows) {
  int calls = 0;
  const auto list = vk::Enumerate<int>("vkEnumerateThings", [&](uint32_t* count, int* items) {
    ++calls;
    *count = 2;
    if (items == nullptr) return VK_SUCCESS;
    items[0] = 5;
    items[1] = 6;
    return VK_INCOMPLETE;
  });
  ASSERT_TRUE(list.ok()) << list.status().message();
  EXPECT_EQ(*list, (std::vector<int>{5, 6}));
  EXPECT_EQ(calls, 2);
}

TEST(EnumerateTest, AnEmptyListIsAskedForOnce) {
  int calls = 0;
  const auto list = vk::Enumerate<int>("vkEnumerateThings", [&](uint32_t* count, int* /*items*/) {
    ++calls;
    *count = 0;
    return VK_SUCCESS;
  });
  ASSERT_TRUE(list.ok());
  EXPECT_TRUE(list->empty());
  EXPECT_EQ(calls, 1);
}

TEST_P(FaultTest, NullPipelineIsAnError) {
  vk::FaultInjector::FailNamed("vkCreateComputePipelines", VK_SUCCESS);
  EXPECT_EQ(Build().status().message(),
            "shader elementwise: vkCreateComputePipelines: expected a pipeline, found VK_NULL_HANDLE");
}

// Timeout that suffices even on a machine that is busy with other tests.
constexpr int kEnoughForTheUpload = 2000;

TEST_P(FaultTest, RunEndsAfterItsTimeout) {
  timeout_ms_ = kEnoughForTheUpload;
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  vk::FaultInjector::FailNamed("vkWaitForFences", VK_TIMEOUT);
  const Status status = (*executable)->Run();
  EXPECT_EQ(status.code(), StatusCode::kDeviceLost);
  EXPECT_EQ(
      status.message(),
      "vkWaitForFences: expected the commands to be done within 2000 ms (the option invoke_timeout_ms), "
      "found them running; the device counts as lost");
  EXPECT_TRUE(device_->lost());
  // The lost device is not called again.
  vk::FaultInjector::FailNth(kNever, VK_SUCCESS);
  EXPECT_EQ((*executable)->Run().code(), StatusCode::kDeviceLost);
  EXPECT_EQ(Build().status().code(), StatusCode::kDeviceLost);
  EXPECT_EQ(vk::FaultInjector::calls(), 0U);
}

TEST_P(FaultTest, UploadEndsAfterItsTimeout) {
  timeout_ms_ = 30;
  vk::FaultInjector::FailNamed("vkWaitForFences", VK_TIMEOUT);
  const Status status = Build().status();
  vk::FaultInjector::Reset();
  if (!GetParam()) {
    EXPECT_TRUE(status.ok()) << "constants are written where they belong, so nothing waits: "
                             << status.message();
    return;
  }
  EXPECT_EQ(status.code(), StatusCode::kDeviceLost) << status.message();
  EXPECT_THAT(status.message(), testing::HasSubstr("invoke_timeout_ms"));
}

TEST_P(FaultTest, WaitingThreadsLearnThatTheDeviceIsLost) {
  timeout_ms_ = 0;
  auto patient = Build();
  timeout_ms_ = kEnoughForTheUpload;
  auto impatient = Build();
  ASSERT_TRUE(patient.ok() && impatient.ok());
  vk::FaultInjector::FailNamed("vkWaitForFences", VK_TIMEOUT);
  Status status;
  std::thread waiting([&] { status = (*patient)->Run(); });
  EXPECT_EQ((*impatient)->Run().code(), StatusCode::kDeviceLost);
  waiting.join();
  EXPECT_EQ(status.code(), StatusCode::kDeviceLost);
}

// Runs in a separate process: the driver keeps computing in memory that must stay.
using AbandonedDeathTest = GpuTest;

TEST_F(AbandonedDeathTest, ARunningSubmissionKeepsItsMemory) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto abandon = [this] {
    constexpr size_t kFloats = 1 << 20;
    constexpr int kDispatches = 2000;
    GraphBuilder builder;
    const gpu::TensorId input = builder.Input(kFloats);
    const gpu::TensorId output = builder.Output(kFloats);
    for (int i = 0; i < kDispatches; ++i) builder.MultiplyAdd(input, 1.0F, output, output);
    const VkDevice handle = device_->handle();
    auto executable = Executable::Build(device_, builder.Take(), {.timeout_ms = 20});
    const bool timed_out = (*executable)->Run().code() == StatusCode::kDeviceLost;
    executable->reset();
    device_.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    std::_Exit(timed_out && !vk::MayDestroy(handle) ? 0 : 1);
  };
  EXPECT_EXIT(abandon(), testing::ExitedWithCode(0), "");
}

TEST_P(FaultTest, EveryCallOfRun) {
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  for (uint64_t n = 0;; ++n) {
    ASSERT_LT(n, 20U);
    vk::FaultInjector::FailNth(n, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    const Status status = (*executable)->Run();
    vk::FaultInjector::Reset();
    ExpectWorks(**executable);
    if (status.ok()) break;
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted) << status.message();
  }
}

TEST_P(FaultTest, DestroyedWhileInFlight) {
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  vk::FaultInjector::FailNamed("vkWaitForFences", VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_FALSE((*executable)->Run().ok());
  executable->reset();
}

TEST_P(FaultTest, LostDeviceIsReplaced) {
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  vk::FaultInjector::FailNamed("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
  const Status status = (*executable)->Run();
  vk::FaultInjector::Reset();
  EXPECT_EQ(status.code(), StatusCode::kDeviceLost);
  EXPECT_EQ(status.message(), "vkQueueSubmit: expected VK_SUCCESS, found VK_ERROR_DEVICE_LOST (-4)");
  EXPECT_TRUE(device_->lost());
  executable->reset();

  auto replacement = vk::AcquireDevice(Request());
  ASSERT_TRUE(replacement.ok()) << replacement.status().message();
  EXPECT_NE(*replacement, device_);
  device_ = std::move(*replacement);
  auto again = Build();
  ASSERT_TRUE(again.ok()) << again.status().message();
  ExpectWorks(**again);
}

TEST_P(FaultTest, RunAllocatesAndRecordsNothing) {
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  // A run makes these fallible calls: reset, submit, wait, and a flush and an invalidate if memory is not
  // coherent.
  vk::FaultInjector::FailNth(kNever, VK_SUCCESS);
  ExpectWorks(**executable);
  EXPECT_GE(vk::FaultInjector::calls(), 3U);
  EXPECT_LE(vk::FaultInjector::calls(), 5U);
}

TEST(FaultInjectorTest, FindsTheNameOfACall) {
  EXPECT_EQ(vk::CallName("fn.vkCreateBuffer(device, &info, nullptr, &buffer)"), "vkCreateBuffer");
  EXPECT_EQ(vk::CallName("device.fn().vkMapMemory(device.handle(), 0)"), "vkMapMemory");
  EXPECT_EQ(vk::CallName("vkQueueSubmit"), "vkQueueSubmit");
  EXPECT_EQ(vk::CallName("dlopen"), "dlopen");
  EXPECT_EQ(vk::CallName("litevk::vk::thing"), "litevk::vk::thing");
}

}  // namespace
}  // namespace litevk
