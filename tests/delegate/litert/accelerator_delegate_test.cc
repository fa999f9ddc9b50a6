#include "delegate/litert/accelerator_delegate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "delegate/litert/environment_options.h"
#include "runtime/tflite/common.h"
#include "tests/delegate/litert/fake_runtime.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

class AcceleratorDelegateTest : public testing::Test {
 protected:
  AcceleratorDelegateTest() { unsetenv("LITEVK_OPTIONS"); }
  ~AcceleratorDelegateTest() override { unsetenv("LITEVK_OPTIONS"); }

  litert::Status Create() {
    return CreateAcceleratorDelegate(litert::RuntimeFunctions(runtime_.table()), &environment_, &options_,
                                     &wrapper_);
  }

  FakeRuntime runtime_;
  FakeEnvironment environment_ = {.folder = "/folder"};
  FakeOptions options_;
  void* wrapper_ = nullptr;
};

TEST_F(AcceleratorDelegateTest, TheDelegateIsHandedOver) {
  ASSERT_EQ(Create(), litert::kOk);
  ASSERT_NE(LastWrapped().delegate, nullptr);
  EXPECT_EQ(wrapper_, LastWrapped().delegate);
  EXPECT_NE(static_cast<abi::TfLiteDelegate*>(wrapper_)->Prepare, nullptr);
  LastWrapped().destroy(wrapper_);
}

TEST_F(AcceleratorDelegateTest, AWrongOptionOfEachSourceIsPrinted) {
  CaptureStderr();
  options_.opaque["litevk"] = "tunning=fast";
  EXPECT_EQ(Create(), litert::kInvalidArgument);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("litevk: option \"tunning\""));
  options_.opaque.clear();

  CaptureStderr();
  setenv("LITEVK_OPTIONS", "tuning", 1);
  EXPECT_EQ(Create(), litert::kInvalidArgument);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("the environment variable LITEVK_OPTIONS: expected key=value"));
  EXPECT_EQ(wrapper_, nullptr);
}

TEST_F(AcceleratorDelegateTest, OptionsOfTheEnvironmentAreFoundByItsFolder) {
  SetEnvironmentOptions("/folder/.", {{"tuning", "slow"}});
  EXPECT_EQ(Create(), litert::kOk);
  LastWrapped().destroy(wrapper_);
  environment_.folder = "/folder/.";
  CaptureStderr();
  EXPECT_EQ(Create(), litert::kInvalidArgument);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("tuning"));
  SetEnvironmentOptions("/folder/.", {});
}

TEST_F(AcceleratorDelegateTest, AMissingDeviceIsAnErrorIfTheUserSaysSo) {
  options_.opaque["litevk"] = "device_name=no such device;on_missing_device=error";
  CaptureStderr();
  EXPECT_EQ(Create(), litert::kRuntimeFailure);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("litevk: "));
}

TEST_F(AcceleratorDelegateTest, IgnoredOptionsAreLoggedAtInfo) {
  options_.opaque["gpu_options"] = "priority = 1\n";
  CaptureStderr();
  ASSERT_EQ(Create(), litert::kOk);
  EXPECT_EQ(GetCapturedStderr(), "");
  LastWrapped().destroy(wrapper_);
  options_.opaque["litevk"] = "log_level=info";
  CaptureStderr();
  ASSERT_EQ(Create(), litert::kOk);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("LiteRT's GPU option priority = 1 is ignored"));
  LastWrapped().destroy(wrapper_);
}

TEST_F(AcceleratorDelegateTest, ARuntimeThatTakesNoDelegateGetsNone) {
  runtime_.Set(
      litert::kWrapDelegate, +[](void*, void (*)(void*), void**) { return litert::kRuntimeFailure; });
  CaptureStderr();
  EXPECT_EQ(Create(), litert::kRuntimeFailure);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("LiteRT's runtime 1.2 did not take the delegate: status 3"));
  EXPECT_EQ(wrapper_, nullptr);
}

}  // namespace
}  // namespace litevk::test
