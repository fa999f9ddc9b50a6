#include "delegate/self_test/self_test.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "delegate/self_test/answer_file.h"
#include "delegate/self_test/trusted_device.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using SelfTestTest = GpuTest;

const std::vector<SelfTestAnswer> kTwoWrong = {
    {.question = "arithmetic", .feature = {}, .was_asked = true, .wrong = "lane 1:\texpected 1,\nfound 2"},
    {.question = "int64", .feature = vk::Feature::kInt64, .was_asked = false, .wrong = ""},
    {.question = "subgroups", .feature = vk::Feature::kSubgroups, .was_asked = true, .wrong = "lane 3"}};

TEST(SelfTestAnswersTest, Outcomes) {
  EXPECT_THAT(OutcomesOf(kTwoWrong), ElementsAre(Pair("arithmetic", "lane 1:\texpected 1,\nfound 2"),
                                                 Pair("int64", "not used"), Pair("subgroups", "lane 3")));
  EXPECT_EQ(WhyRefused(kTwoWrong), "arithmetic: lane 1:\texpected 1,\nfound 2");
  EXPECT_TRUE(WrongFeatures(kTwoWrong).has(vk::Feature::kSubgroups));
  EXPECT_FALSE(WrongFeatures(kTwoWrong).has(vk::Feature::kInt64));
}

TEST_F(SelfTestTest, EveryAnswerIsRight) {
  const auto answers = RunSelfTest(device_);
  ASSERT_TRUE(answers.ok()) << answers.status().message();
  for (const SelfTestAnswer& answer : *answers) EXPECT_EQ(answer.wrong, "") << answer.question;
  EXPECT_EQ(WhyRefused(*answers), "");
  EXPECT_EQ(WrongFeatures(*answers).bits(), 0U);
}

// A device that lacks a feature is not asked about it.
TEST_F(SelfTestTest, FeaturesThatAreOffAreNotAsked) {
  vk::DeviceRequest request = Request();
  request.disabled_features.Add(vk::Feature::kSubgroups);
  const auto device = vk::AcquireDevice(request);
  ASSERT_TRUE(device.ok());
  const auto answers = RunSelfTest(*device);
  ASSERT_TRUE(answers.ok()) << answers.status().message();
  for (const SelfTestAnswer& answer : *answers) {
    EXPECT_FALSE(answer.was_asked && answer.question == "subgroups");
    EXPECT_EQ(answer.wrong, "") << answer.question;
  }
}

// A device that is lost, without memory or that runs nothing has no answers, and stays what it was.
TEST_F(SelfTestTest, FailuresOfVulkan) {
  vk::FaultInjector::FailNamed("vkCreateComputePipelines", VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(RunSelfTest(device_).status().code(), StatusCode::kResourceExhausted);
  vk::FaultInjector::FailNamed("vkCreateComputePipelines", VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(RunSelfTest(device_).status().code(), StatusCode::kUnavailable);
  const auto trusted = AcquireTrustedDevice(Request(), {.gpus = true, .cpu_drivers = true}, "");
  ASSERT_TRUE(trusted.ok()) << trusted.status().message();
  EXPECT_EQ(trusted->device, device_);
  EXPECT_THAT(trusted->warnings, ElementsAre(testing::HasSubstr("could not be asked")));
  vk::FaultInjector::Reset();
  vk::FaultInjector::FailNamed("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
  EXPECT_EQ(RunSelfTest(device_).status().code(), StatusCode::kDeviceLost);
}

// Whichever call fails, the self-test ends with answers or an error, and leaves nothing behind.
TEST_F(SelfTestTest, AnyCallMayFail) {
  vk::FaultInjector::FailNth(~uint64_t{0}, VK_SUCCESS);
  ASSERT_TRUE(RunSelfTest(device_).ok());
  const uint64_t calls = vk::FaultInjector::calls();
  EXPECT_GT(calls, 20U);
  for (uint64_t n = 0; n < calls; ++n) {
    vk::FaultInjector::FailNth(n, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    const auto answers = RunSelfTest(device_);
    // The questions are asked one by one then, and none fails twice.
    ASSERT_TRUE(answers.ok()) << n << ": " << answers.status().message();
    EXPECT_EQ(WhyRefused(*answers), "") << n;
  }
}

TEST_F(SelfTestTest, AnswersAreReadAsWritten) {
  const std::string folder = testing::TempDir();
  const AnswerFile file(folder, *device_);
  std::filesystem::remove(file.path());
  EXPECT_THAT(file.Read(), IsEmpty());
  ASSERT_TRUE(file.Write(kTwoWrong).ok());
  const std::vector<SelfTestAnswer> read = file.Read();
  ASSERT_THAT(read, SizeIs(3));
  EXPECT_EQ(read[0].wrong, "lane 1: expected 1, found 2");
  EXPECT_EQ(read[1].feature, vk::Feature::kInt64);
  EXPECT_FALSE(read[1].was_asked);
  EXPECT_EQ(WrongFeatures(read).bits(), WrongFeatures(kTwoWrong).bits());
  for (const char* text :
       {"", "litevk self-test 1\n", "litevk self-test 1\nanother device\narithmetic\tasked\t\t\n"}) {
    std::ofstream(file.path()) << text;
    EXPECT_THAT(file.Read(), IsEmpty()) << text;
  }
  std::filesystem::remove(file.path());
}

TEST_F(SelfTestTest, CpuDriversAreAskedOnRequest) {
  const auto unasked = AcquireTrustedDevice(Request(), {.gpus = true, .cpu_drivers = false}, "");
  ASSERT_TRUE(unasked.ok());
  EXPECT_THAT(unasked->answers, IsEmpty());
  const auto asked = AcquireTrustedDevice(Request(), {.gpus = true, .cpu_drivers = true}, "");
  ASSERT_TRUE(asked.ok());
  EXPECT_THAT(asked->answers, testing::Not(IsEmpty()));
  EXPECT_THAT(asked->warnings, IsEmpty());
  EXPECT_EQ(asked->device, unasked->device);
}

}  // namespace
}  // namespace litevk
