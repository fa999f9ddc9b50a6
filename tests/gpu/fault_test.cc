// Every Vulkan call fails once: the error names it, nothing leaks, and the next attempt works.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "runtime/exec/executable.h"
#include "tests/gpu/gpu_test.h"

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

  gpu::TensorId input_ = gpu::kNoTensor;
  gpu::TensorId output_ = gpu::kNoTensor;
};

INSTANTIATE_TEST_SUITE_P(Io, FaultTest, testing::Values(false, true),
                         [](const auto& io) { return io.param ? "Staged" : "ZeroCopy"; });

// Calls `attempt` with its first call failing, then its second, until one attempt makes fewer calls
// than that and succeeds. Returns how many calls it makes.
template <typename Attempt>
uint64_t FailEachCall(Attempt&& attempt) {
  for (uint64_t n = 0; n < 1000; ++n) {
    vk::FaultInjector::FailNth(n, VK_ERROR_OUT_OF_HOST_MEMORY);
    const Status status = attempt();
    const uint64_t calls = vk::FaultInjector::calls();
    vk::FaultInjector::Reset();
    if (status.ok()) return calls;
    EXPECT_EQ(calls, n + 1) << "a call was made after: " << status.message();
    // A loader that cannot be opened has a sentence of its own.
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
  EXPECT_GT(FailEachCall(build), 10U);
  // Once more: while pipelines were not yet compiled, the calls after them were not all reached.
  EXPECT_GT(FailEachCall(build), 10U);
  auto executable = Build();
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  ExpectWorks(**executable);
}

class AcquireFaultTest : public GpuTest {};

TEST_F(AcquireFaultTest, EveryCallOfAcquire) {
  device_.reset();
  EXPECT_GT(FailEachCall([] { return vk::AcquireDevice(Request()).status(); }), 10U);
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
  // Of the calls that can fail, a run makes these: reset, submit, wait, and a flush and an invalidate
  // where memory is not coherent.
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
