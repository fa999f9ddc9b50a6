// Cost of a start, counted: everything is compiled when a model is prepared, once in the process, and the
// device outlives its users.
#include <cstdio>
#include <fstream>

#include <nlohmann/json.hpp>

#include "runtime/vk/acquire_device.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

constexpr uint64_t kNever = 1ULL << 40;

// Runs without the validation layer, with which no device is kept.
class StartTest : public DelegateTest {
 protected:
  StartTest() {
    if (const char* value = std::getenv("LITEVK_VALIDATION")) validation_ = value;
    unsetenv("LITEVK_VALIDATION");
    BuildChain(model_);
  }
  ~StartTest() override { setenv("LITEVK_VALIDATION", validation_.c_str(), 1); }

  // Returns the device that delegates have, or an error if it would have to be made and making it is to fail.
  static std::shared_ptr<const vk::Device> TheDevice() {
    vk::DeviceRequest request;
    request.allow_cpu_device = true;
    auto device = vk::AcquireDevice(request);
    EXPECT_TRUE(device.ok()) << device.status().message();
    return device.ok() ? *device : nullptr;
  }

  // Does what an application's request does: makes, uses and frees everything.
  void MakeRunAndFree() {
    const auto delegate = MakeDelegate({{"strict", "1"}});
    ASSERT_NE(delegate, nullptr);
    ExpectSameResults(model_, delegate->abi(), 1);
  }

  ModelBuilder model_;

 private:
  std::string validation_;
};

// Returns the number of calls in a run that can fail. No run compiles, allocates or submits more than the
// next one.
uint64_t CallsOfRun(const std::function<void()>& run) {
  vk::FaultInjector::FailNth(kNever, VK_SUCCESS);
  run();
  const uint64_t calls = vk::FaultInjector::calls();
  vk::FaultInjector::Reset();
  return calls;
}

TEST_F(StartTest, TheFirstRunCallsTheDriverAsTheSecondDoes) {
  const std::string path = testing::TempDir() + "litevk_start_report.json";
  const auto delegate = MakeDelegate({{"strict", "1"}, {"disable_zero_copy", "1"}, {"report_path", path}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  size_t programs = 0;
  for (const int batch : {1, 7}) {
    interpreter.ResizeInput(0, {batch, 2, 3, 5});
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
    const auto report = nlohmann::json::parse(std::ifstream(path));
    ASSERT_EQ(report["programs"].size(), ++programs);
    EXPECT_GT(report["programs"].back()["first_use_ms"], 0.0);
    EXPECT_EQ(report["programs"][0]["new_pipelines"], report["programs"][0]["pipelines"]);
    const auto run = [&] { Run(interpreter); };
    const uint64_t first = CallsOfRun(run);
    EXPECT_EQ(first, CallsOfRun(run)) << "batch " << batch;
  }
  std::remove(path.c_str());
}

TEST_F(StartTest, PipelinesAreUsedWhenTheModelIsPrepared) {
  const auto delegate = MakeDelegate({{"strict", "1"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  vk::FaultInjector::FailNamed("vkQueueSubmit", VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_NE(interpreter.AllocateTensors(), abi::kTfLiteOk);
  EXPECT_THAT(interpreter.TakeErrors(), testing::HasSubstr("vkQueueSubmit"));
}

// The option's limit for a run does not limit a compiler.
TEST_F(StartTest, CompilingMayTakeLongerThanARun) {
  const auto delegate = MakeDelegate({{"strict", "1"}, {"invoke_timeout_ms", "1"}});
  FakeInterpreter interpreter(model_);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk) << interpreter.TakeErrors();
  EXPECT_FALSE(TheDevice()->lost());
}

TEST_F(StartTest, FiftyInterpretersOneAfterAnotherMakeNothingNew) {
  MakeRunAndFree();
  const vk::Device* const device = TheDevice().get();
  const uint64_t bytes = TheDevice()->allocated_bytes();
  for (const char* call : {"vkCreateInstance", "vkCreateDevice", "vkCreateComputePipelines"}) {
    vk::FaultInjector::FailNamed(call, VK_ERROR_INITIALIZATION_FAILED);
    for (int i = 0; i < 50; ++i) MakeRunAndFree();
    EXPECT_EQ(TheDevice().get(), device);
    EXPECT_EQ(TheDevice()->allocated_bytes(), bytes);
  }
}

TEST_F(StartTest, WhatInterpretersHadOnTheDeviceGoesWithThem) {
  MakeRunAndFree();
  EXPECT_EQ(TheDevice()->allocated_bytes(), 0U);
}

TEST_F(StartTest, ALostDeviceIsNotKept) {
  MakeRunAndFree();
  const std::weak_ptr<const vk::Device> device = TheDevice();
  ASSERT_FALSE(device.expired());
  {
    const auto delegate = MakeDelegate({{"log_level", "silent"}});
    FakeInterpreter interpreter(model_);
    ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
    ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
    const std::shared_ptr<const vk::Device> used = device.lock();
    vk::FaultInjector::FailNext("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
    Run(interpreter);
    vk::FaultInjector::Reset();
    EXPECT_TRUE(used->lost());
    EXPECT_NE(TheDevice(), used);
    vk::KeepDevice(used);
  }
  EXPECT_TRUE(device.expired());
  MakeRunAndFree();
}

TEST_F(StartTest, TheValidationLayerSeesTheDeviceGo) {
  setenv("LITEVK_VALIDATION", "1", 1);
  std::weak_ptr<const vk::Device> device;
  {
    const auto delegate = MakeDelegate({{"strict", "1"}});
    ExpectSameResults(model_, delegate->abi(), 1);
    device = TheDevice();
  }
  EXPECT_TRUE(device.expired());
}

}  // namespace
}  // namespace litevk::test
