// A device that is lost once is opened anew, and the run is repeated on it. One that is lost again soon, or
// hangs, ends in the CPU. Every call of a model's life fails once, and the results stay right.
#include <nlohmann/json.hpp>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "runtime/opset/prepared_kernel.h"
#include "runtime/opset/run_node.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

constexpr const char* kLost = "vkQueueSubmit: expected VK_SUCCESS, found VK_ERROR_DEVICE_LOST (-4)";

// A layer whose sums have other last bits on the CPU than on the device.
class RecoveryTest : public DelegateTest {
 protected:
  RecoveryTest() {
    const int input = model_.Input({1, 14, 14, 16});
    const int filter = model_.Floats({32, 3, 3, 16}, SmallValues(int64_t{32} * 9 * 16));
    const int bias = model_.Floats({32}, SmallValues(32));
    const int conv =
        model_.Node(abi::kTfLiteBuiltinConv2d, {input, filter, bias}, {1, 14, 14, 32}, kSameConv);
    model_.SetOutputs({model_.Node(abi::kTfLiteBuiltinRelu, {conv}, {1, 14, 14, 32})});
  }

  // Returns values small enough for results below 1.
  static std::vector<float> SmallValues(int64_t count) {
    std::vector<float> values = UnevenValues(count);
    for (float& value : values) value /= 64;
    return values;
  }

  // True if the CPU computes the layer by a fast kernel, whose sums have other last bits than the device's.
  bool HasFastKernel() {
    const ir::Node& node = model_.graph().nodes.front();
    return cpu::Prepare(ref::FindKernel(node.op_code)->info,
                        {node.params, ir::TensorsOf(model_.graph(), node.inputs),
                         ir::TensorsOf(model_.graph(), node.outputs)}) != nullptr;
  }

  // Returns an interpreter whose tensors are allocated.
  std::unique_ptr<FakeInterpreter> Prepared(Delegate& delegate) {
    auto interpreter = std::make_unique<FakeInterpreter>(model_);
    EXPECT_EQ(interpreter->ModifyGraphWithDelegate(delegate.abi()), abi::kTfLiteOk);
    EXPECT_EQ(interpreter->AllocateTensors(), abi::kTfLiteOk) << interpreter->TakeErrors();
    return interpreter;
  }

  // Runs with a device that is lost in the next submission, and only in that one.
  static std::vector<std::vector<float>> RunAndLose(FakeInterpreter& interpreter) {
    vk::FaultInjector::FailNext("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
    auto outputs = Run(interpreter);
    vk::FaultInjector::Reset();
    return outputs;
  }

  ModelBuilder model_;
};

TEST_F(RecoveryTest, TheRunIsRepeatedOnTheDeviceOpenedAnew) {
  const auto delegate = MakeDelegate();
  const auto interpreter = Prepared(*delegate);
  const auto expected = Run(*interpreter);
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunAndLose(*interpreter), expected) << "the CPU's sums have other last bits";
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "litevk: partition 0 lost its device: " + std::string(kLost) + "; it was opened anew\n");
  EXPECT_EQ(Run(*interpreter), expected);
}

TEST_F(RecoveryTest, ASecondLossWithinAMinuteEndsInTheCpu) {
  if (!HasFastKernel()) GTEST_SKIP() << "this process runs the plain loops";
  const auto delegate = MakeDelegate();
  const auto interpreter = Prepared(*delegate);
  const auto expected = Run(*interpreter);
  EXPECT_EQ(RunAndLose(*interpreter), expected);
  testing::internal::CaptureStderr();
  const auto on_cpu = RunAndLose(*interpreter);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "litevk: partition 0 failed to run: " + std::string(kLost) +
                "; it is not opened anew, as it was lost twice within a minute; it runs on the CPU\n");
  EXPECT_NE(on_cpu, expected);
  ExpectClose(on_cpu, expected);
  EXPECT_EQ(Run(*interpreter), on_cpu);
}

TEST_F(RecoveryTest, ALossDuringTheRecoveryEndsInTheCpuWithOneLine) {
  const auto delegate = MakeDelegate();
  const auto interpreter = Prepared(*delegate);
  const auto expected = Run(*interpreter);
  vk::FaultInjector::FailNamed("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
  testing::internal::CaptureStderr();
  ExpectClose(Run(*interpreter), expected);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "litevk: partition 0 could not be built: " + std::string(kLost) +
                "; it is not opened anew, as it was lost twice within a minute; it runs on the CPU\n");
}

TEST_F(RecoveryTest, StrictRecoversAndThenFails) {
  const auto delegate = MakeDelegate({{"strict", "1"}, {"log_level", "silent"}});
  const auto interpreter = Prepared(*delegate);
  const auto expected = Run(*interpreter);
  EXPECT_EQ(RunAndLose(*interpreter), expected);
  vk::FaultInjector::FailNext("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
  EXPECT_NE(interpreter->Invoke(), abi::kTfLiteOk);
  EXPECT_THAT(interpreter->TakeErrors(), testing::HasSubstr("the option strict forbids the CPU"));
}

// The limit suffices for a run on a busy machine.
TEST_F(RecoveryTest, ADeviceThatHangsIsNotOpenedAnew) {
  const auto delegate = MakeDelegate({{"invoke_timeout_ms", "2000"}});
  const auto interpreter = Prepared(*delegate);
  const auto expected = Run(*interpreter);
  vk::FaultInjector::FailNamed("vkWaitForFences", VK_TIMEOUT);
  testing::internal::CaptureStderr();
  ExpectClose(Run(*interpreter), expected);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("it is not opened anew, as it may still be busy; it runs on the CPU"));
}

// All users of a lost device replace it, which is one loss.
TEST_F(RecoveryTest, OtherInterpretersGetTheNewDevice) {
  const auto delegate = MakeDelegate();
  const auto another = MakeDelegate();
  const auto first = Prepared(*delegate);
  const auto second = Prepared(*delegate);
  const auto third = Prepared(*another);
  const auto expected = Run(*first);
  EXPECT_EQ(RunAndLose(*first), expected);
  EXPECT_EQ(Run(*second), expected);
  EXPECT_EQ(Run(*third), expected);
  EXPECT_EQ(Run(*Prepared(*delegate)), expected);
}

// The plan for each size finds that its device is lost, and takes nothing from memory of the others.
TEST_F(RecoveryTest, PlansOfOtherSizesAreMadeAnew) {
  const auto delegate = MakeDelegate();
  const auto interpreter = Prepared(*delegate);
  const auto expected = Run(*interpreter);
  interpreter->ResizeInput(0, {2, 14, 14, 16});
  ASSERT_EQ(interpreter->AllocateTensors(), abi::kTfLiteOk);
  const auto expected_of_two = Run(*interpreter);
  EXPECT_EQ(RunAndLose(*interpreter), expected_of_two);
  interpreter->ResizeInput(0, {1, 14, 14, 16});
  ASSERT_EQ(interpreter->AllocateTensors(), abi::kTfLiteOk);
  EXPECT_EQ(Run(*interpreter), expected);
}

// Half of the interpreters share a delegate. The thread that submits next loses the device for all.
TEST_F(RecoveryTest, EightThreadsLoseOneDevice) {
  constexpr int kRuns = 40;
  const OptionPairs silent = {{"log_level", "silent"}};
  const auto shared = MakeDelegate(silent);
  std::vector<std::unique_ptr<Delegate>> own;
  std::vector<std::unique_ptr<FakeInterpreter>> interpreters;
  for (int i = 0; i < 8; ++i) {
    if (i >= 4) own.push_back(MakeDelegate(silent));
    interpreters.push_back(Prepared(i < 4 ? *shared : *own.back()));
  }
  const auto expected = Run(*interpreters[0]);
  std::atomic<int> runs = 0;
  std::vector<std::thread> threads;
  for (const auto& interpreter : interpreters) {
    threads.emplace_back([&] {
      for (int run = 0; run < kRuns; ++run) {
        if (++runs == 4 * kRuns) vk::FaultInjector::FailNext("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
        EXPECT_EQ(Run(*interpreter), expected);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(RecoveryTest, TheReportTellsOfIt) {
  const std::filesystem::path path = testing::TempDir() + "recovery_report.json";
  const auto delegate = MakeDelegate({{"report_path", path.string()}, {"log_level", "silent"}});
  const auto interpreter = Prepared(*delegate);
  RunAndLose(*interpreter);
  RunAndLose(*interpreter);
  const auto incidents = nlohmann::json::parse(std::ifstream(path))["incidents"];
  ASSERT_EQ(incidents.size(), 2U);
  EXPECT_EQ(incidents[0]["what"], "lost its device: " + std::string(kLost) + "; it was opened anew");
  EXPECT_THAT(incidents[1]["what"].get<std::string>(), testing::EndsWith("it runs on the CPU"));
  std::filesystem::remove(path);
}

// A failure, and the options under which the device meets it.
struct Failure {
  std::string name;
  VkResult result;
  const char* option;
};

class EveryCallTest : public RecoveryTest {
 protected:
  // Makes a delegate and an interpreter, and runs twice. A run may fail, with a diagnostic.
  void RunModel(const char* option, const std::vector<std::vector<float>>& expected) {
    const auto delegate = MakeDelegate({{option, "1"}, {"log_level", "silent"}});
    const auto interpreter = Prepared(*delegate);
    ExpectClose(Run(*interpreter), expected);
    ExpectClose(Run(*interpreter), expected);
  }
};

// The device is lost, or has no memory, in each of the calls from opening it to the end of the second run.
TEST_F(EveryCallTest, OfAModelsLifeMayFail) {
  FakeInterpreter stock(model_);
  ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
  const auto expected = Run(stock);
  const Failure failures[] = {{"lost", VK_ERROR_DEVICE_LOST, "enable_op_profiling"},
                              {"lost_staged", VK_ERROR_DEVICE_LOST, "disable_zero_copy"},
                              {"memory", VK_ERROR_OUT_OF_DEVICE_MEMORY, "enable_op_profiling"},
                              {"memory_staged", VK_ERROR_OUT_OF_DEVICE_MEMORY, "disable_zero_copy"}};
  for (const Failure& failure : failures) {
    uint64_t calls = SIZE_MAX;
    for (uint64_t n = 0; n < calls && !HasFailure(); ++n) {
      SCOPED_TRACE(failure.name + " in call " + std::to_string(n));
      ForgetLostDevices();
      vk::StopKeepingAll();
      vk::FaultInjector::FailNth(n, failure.result);
      RunModel(failure.option, expected);
      // The attempt that fails nothing has the last count.
      if (const uint64_t made = vk::FaultInjector::calls(); made <= n) calls = made;
      vk::FaultInjector::Reset();
    }
    EXPECT_GT(calls, 40U);
    RecordProperty(failure.name, static_cast<int>(calls));
  }
}

}  // namespace
}  // namespace litevk::test
