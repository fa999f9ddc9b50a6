// Deliberate failures: injected failures, missing devices, failing drivers.
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;

class FailuresTest : public DelegateTest {
 protected:
  FailuresTest() { BuildChain(model_); }

  // Runs the model without the delegate's help and compares the results.
  void ExpectInterpreterGoesOn(FakeInterpreter& interpreter) {
    FakeInterpreter stock(model_);
    ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
    EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 0);
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
    EXPECT_EQ(Run(interpreter), Run(stock));
  }

  ModelBuilder model_;
};

// Applying the delegate fails, so that the interpreter restores its own plan.
TEST_F(FailuresTest, InjectedInInit) {
  const auto delegate = MakeDelegate({{"error_during_init", "1"}});
  FakeInterpreter interpreter(model_);
  EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteDelegateError);
  EXPECT_THAT(interpreter.TakeErrors(),
              testing::StartsWith("litevk: failure injected by the option error_during_init"));
  ExpectInterpreterGoesOn(interpreter);
}

// The message goes to the log as well: TensorFlow 2.14 restores its own plan and drops the message that it
// got.
TEST_F(FailuresTest, InjectedInPrepare) {
  const auto delegate = MakeDelegate({{"error_during_prepare", "True"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  testing::internal::CaptureStderr();
  EXPECT_NE(interpreter.AllocateTensors(), abi::kTfLiteOk);
  const std::string message = "litevk: failure injected by the option error_during_prepare";
  EXPECT_EQ(testing::internal::GetCapturedStderr(), message + "\n");
  EXPECT_THAT(interpreter.TakeErrors(), testing::StartsWith(message));
  interpreter.subgraph().RemoveDelegates();
  ExpectInterpreterGoesOn(interpreter);
}

TEST_F(FailuresTest, InjectedInInvoke) {
  const auto delegate = MakeDelegate({{"error_during_invoke", "1"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  EXPECT_NE(interpreter.Invoke(), abi::kTfLiteOk);
  EXPECT_THAT(interpreter.TakeErrors(),
              HasSubstr("litevk: failure injected by the option error_during_invoke"));
  interpreter.subgraph().RemoveDelegates();
  ExpectInterpreterGoesOn(interpreter);
}

// There is no loader, or a loader without a driver.
TEST_F(FailuresTest, NoLoader) {
  vk::FaultInjector::FailNamed("dlopen", VK_ERROR_INITIALIZATION_FAILED);
  const auto delegate = MakeDelegate();
  FakeInterpreter interpreter(model_);
  testing::internal::CaptureStderr();
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, testing::StartsWith("litevk: vulkan loader: expected libvulkan.so.1"));
  EXPECT_THAT(log, testing::EndsWith("; every node is left to the interpreter\n"));
  EXPECT_EQ(std::ranges::count(log, '\n'), 1);
  ExpectInterpreterGoesOn(interpreter);
}

TEST_F(FailuresTest, NoDriver) {
  const char* before = std::getenv("VK_ICD_FILENAMES");
  const std::string saved = before == nullptr ? "" : before;
  setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
  const auto delegate = MakeDelegate({{"log_level", "error"}});
  FakeInterpreter interpreter(model_);
  EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ExpectInterpreterGoesOn(interpreter);
  const auto strict = Delegate::Create({{"allow_cpu_device", "1"}, {"strict", "1"}});
  EXPECT_FALSE(strict.ok());
  const auto required = Delegate::Create({{"allow_cpu_device", "1"}, {"on_missing_device", "error"}});
  EXPECT_FALSE(required.ok());
  EXPECT_THAT(required.status().message(), testing::StartsWith("vulkan instance: "));
  if (before == nullptr) {
    unsetenv("VK_ICD_FILENAMES");
  } else {
    setenv("VK_ICD_FILENAMES", saved.c_str(), 1);
  }
}

TEST_F(FailuresTest, CpuDeviceIsNotTakenSilently) {
  unsetenv("LITEVK_ALLOW_CPU_DEVICE");
  const auto refused = Delegate::Create({{"on_missing_device", "error"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.status().message(), HasSubstr("allow_cpu_device"));
  setenv("LITEVK_ALLOW_CPU_DEVICE", "1", 1);
  EXPECT_TRUE(Delegate::Create({{"on_missing_device", "error"}}).ok());
  unsetenv("LITEVK_ALLOW_CPU_DEVICE");
}

TEST_F(FailuresTest, VersionAboveTheReviewedOne) {
  model_.last_node().version = 99;
  const std::string path = testing::TempDir() + "version_report.json";
  const auto delegate = MakeDelegate({{"report_path", path}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  EXPECT_EQ(interpreter.subgraph().plan().size(), 2U);
  std::FILE* file = std::fopen(path.c_str(), "r");
  ASSERT_NE(file, nullptr);
  std::string text(4096, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  EXPECT_THAT(text, HasSubstr("\"reason_code\": \"VERSION_UNREVIEWED\""));
  EXPECT_THAT(text, testing::ContainsRegex("version 99 is above [0-9]+, the last one reviewed"));
}

class DriverFailureTest : public FailuresTest {
 protected:
  static constexpr int kCalls = 3;
  OptionPairs options_;

  // Expects the whole run to end on the reference kernels with one warning, or as an error.
  void Check(const char* call, VkResult result, bool fail_at_invoke) {
    SCOPED_TRACE(call);
    FakeInterpreter stock(model_);
    ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
    const auto delegate = MakeDelegate(options_);
    FakeInterpreter interpreter(model_);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    testing::internal::CaptureStderr();
    if (!fail_at_invoke) vk::FaultInjector::FailNamed(call, result);
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
    if (fail_at_invoke) vk::FaultInjector::FailNamed(call, result);
    for (int run = 0; run < kCalls; ++run) EXPECT_EQ(Run(interpreter, run), Run(stock, run));
    vk::FaultInjector::Reset();
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_THAT(log, HasSubstr(std::string(call)));
    EXPECT_THAT(log, HasSubstr("; it runs on the CPU\n"));
    EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
    CheckStrict(call, result, fail_at_invoke);
  }

  void CheckStrict(const char* call, VkResult result, bool fail_at_invoke) {
    OptionPairs options = options_;
    options.emplace_back("strict", "1");
    const auto delegate = MakeDelegate(options);
    FakeInterpreter interpreter(model_);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    if (!fail_at_invoke) vk::FaultInjector::FailNamed(call, result);
    abi::TfLiteStatus status = interpreter.AllocateTensors();
    if (fail_at_invoke) {
      ASSERT_EQ(status, abi::kTfLiteOk) << interpreter.TakeErrors();
      vk::FaultInjector::FailNamed(call, result);
      status = interpreter.Invoke();
    }
    vk::FaultInjector::Reset();
    EXPECT_NE(status, abi::kTfLiteOk);
    EXPECT_THAT(interpreter.TakeErrors(), HasSubstr(std::string(call)));
  }
};

TEST_F(DriverFailureTest, OutOfMemoryWhileBuilding) {
  Check("vkAllocateMemory", VK_ERROR_OUT_OF_DEVICE_MEMORY, false);
}

TEST_F(DriverFailureTest, PipelineCannotBeCompiled) {
  Check("vkCreateComputePipelines", VK_ERROR_UNKNOWN, false);
}

TEST_F(DriverFailureTest, PipelinesCannotBeUsed) {
  Check("vkQueueSubmit", VK_ERROR_OUT_OF_HOST_MEMORY, false);
}

TEST_F(DriverFailureTest, DeviceLostWhileRunning) { Check("vkQueueSubmit", VK_ERROR_DEVICE_LOST, true); }

TEST_F(DriverFailureTest, WaitThatDoesNotEnd) {
  options_ = {{"invoke_timeout_ms", "30"}};
  Check("vkWaitForFences", VK_TIMEOUT, true);
}

// A partition that fell back leaves the device alone.
TEST_F(DriverFailureTest, ALostDeviceIsNotUsedAgain) {
  const auto delegate = MakeDelegate({{"invoke_timeout_ms", "30"}, {"log_level", "silent"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  vk::FaultInjector::FailNamed("vkWaitForFences", VK_TIMEOUT);
  Run(interpreter);
  vk::FaultInjector::FailNth(1ULL << 40, VK_SUCCESS);
  Run(interpreter);
  interpreter.ResizeInput(0, {4, 2, 3, 5});
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  Run(interpreter);
  EXPECT_EQ(vk::FaultInjector::calls(), 0U);
}

TEST_F(DriverFailureTest, DeviceLostWhileWaiting) { Check("vkWaitForFences", VK_ERROR_DEVICE_LOST, true); }

}  // namespace
}  // namespace litevk::test
