// The library file as LiteRT opens it: its one symbol, and calls with runtimes of several versions.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/delegate/litert/fake_runtime.h"

namespace litevk::test {
namespace {

using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

class AcceleratorTest : public testing::Test {
 protected:
  void SetUp() override {
    library_ = dlopen(LITEVK_ACCELERATOR, RTLD_LAZY | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
    definition_ = static_cast<const litert::AcceleratorDefinition*>(dlsym(library_, "LiteRtAcceleratorImpl"));
    ASSERT_NE(definition_, nullptr);
  }

  void* library_ = nullptr;
  const litert::AcceleratorDefinition* definition_ = nullptr;
};

TEST_F(AcceleratorTest, TheDefinitionIsWhatRuntimesCheck) {
  EXPECT_EQ(definition_->header.struct_size, 200);
  EXPECT_EQ(definition_->header.major_version, 1);
  EXPECT_EQ(definition_->header.minor_version, 0);
  EXPECT_EQ(definition_->buffers.num_types, 1U);
  const char* name = nullptr;
  litert::Version version;
  int hardware = 0;
  bool is_responsible = false;
  EXPECT_EQ(definition_->get_name(nullptr, &name), litert::kOk);
  EXPECT_STREQ(name, "litevk");
  EXPECT_EQ(definition_->get_version(nullptr, &version), litert::kOk);
  EXPECT_EQ(definition_->get_hardware_support(nullptr, &hardware), litert::kOk);
  EXPECT_EQ(hardware, litert::kGpu);
  EXPECT_EQ(definition_->is_tflite_delegate_responsible_for_jit_compilation(nullptr, &is_responsible),
            litert::kOk);
  EXPECT_TRUE(is_responsible);
}

TEST_F(AcceleratorTest, NullResultsAreRefused) {
  EXPECT_EQ(definition_->get_name(nullptr, nullptr), litert::kInvalidArgument);
  EXPECT_EQ(definition_->get_version(nullptr, nullptr), litert::kInvalidArgument);
  EXPECT_EQ(definition_->get_hardware_support(nullptr, nullptr), litert::kInvalidArgument);
  EXPECT_EQ(definition_->is_tflite_delegate_responsible_for_jit_compilation(nullptr, nullptr),
            litert::kInvalidArgument);
  EXPECT_EQ(definition_->create_delegate(nullptr, nullptr, nullptr, nullptr, nullptr),
            litert::kInvalidArgument);
}

TEST_F(AcceleratorTest, ARuntimeOfAnotherMajorVersionIsNotCalled) {
  FakeRuntime runtime(FakeRuntime::kSizeOf23, 2);
  runtime.Set(
      litert::kWrapDelegate, +[](void*, void (*)(void*), void**) -> litert::Status { std::abort(); });
  FakeOptions options;
  FakeEnvironment environment;
  void* wrapper = &options;
  CaptureStderr();
  EXPECT_EQ(definition_->create_delegate(runtime.table(), &environment, nullptr, &options, &wrapper),
            litert::kWrongVersion);
  EXPECT_EQ(GetCapturedStderr(), "litevk: LiteRT's runtime has version 2.2, expected 1\n");
  EXPECT_EQ(wrapper, nullptr);
}

TEST_F(AcceleratorTest, TheEngineBesideItIsOpened) {
  for (const uint16_t size : {FakeRuntime::kSizeOf22, FakeRuntime::kSizeOf23}) {
    const FakeRuntime runtime(size);
    FakeOptions options;
    FakeEnvironment environment;
    void* wrapper = nullptr;
    ASSERT_EQ(definition_->create_delegate(runtime.table(), &environment, nullptr, &options, &wrapper),
              litert::kOk);
    ASSERT_NE(wrapper, nullptr);
    LastWrapped().destroy(wrapper);
  }
}

TEST_F(AcceleratorTest, FailuresOfTheEngineArePassedOn) {
  const FakeRuntime runtime;
  FakeOptions options = {.opaque = {{"litevk", "no_such_option=1"}}};
  FakeEnvironment environment;
  void* wrapper = nullptr;
  CaptureStderr();
  EXPECT_EQ(definition_->create_delegate(runtime.table(), &environment, nullptr, &options, &wrapper),
            litert::kInvalidArgument);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("no_such_option"));
}

}  // namespace
}  // namespace litevk::test
