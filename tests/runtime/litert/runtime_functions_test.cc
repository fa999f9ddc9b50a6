#include "runtime/litert/runtime_functions.h"

#include <gtest/gtest.h>

#include "tests/delegate/litert/fake_runtime.h"

namespace litevk::litert {
namespace {

using test::FakeEnvironment;
using test::FakeOptions;
using test::FakeRuntime;

TEST(RuntimeFunctionsTest, AnotherMajorVersionHasNoFunctions) {
  const FakeRuntime runtime(FakeRuntime::kSizeOf23, 2);
  const RuntimeFunctions functions(runtime.table());
  FakeOptions options = {.opaque = {{"litevk", "text"}}};
  FakeEnvironment environment = {.folder = "/here"};
  void* wrapper = nullptr;
  EXPECT_FALSE(functions.IsKnown());
  EXPECT_EQ(functions.VersionText(), "2.2");
  EXPECT_EQ(functions.OpaqueText(&options, "litevk"), "");
  EXPECT_EQ(functions.RuntimeLibraryDir(&environment), "");
  EXPECT_FALSE(functions.RequestedHardware(&options).has_value());
  EXPECT_EQ(functions.WrapDelegate(&options, nullptr, &wrapper), kWrongVersion);
}

TEST(RuntimeFunctionsTest, ANullTableIsUnknown) { EXPECT_FALSE(RuntimeFunctions(nullptr).IsKnown()); }

TEST(RuntimeFunctionsTest, TextOfOpaqueOptions) {
  const FakeRuntime runtime;
  const RuntimeFunctions functions(runtime.table());
  FakeOptions options = {.opaque = {{"litevk", "strict=1"}}};
  EXPECT_EQ(functions.OpaqueText(&options, "litevk"), "strict=1");
  EXPECT_EQ(functions.OpaqueText(&options, "other"), "");
  EXPECT_EQ(functions.OpaqueText(nullptr, "litevk"), "");
}

TEST(RuntimeFunctionsTest, HardwareIsKnownFromTheSizeOn) {
  FakeOptions options = {.hardware = kCpu | kGpu};
  const FakeRuntime of_22(FakeRuntime::kSizeOf22);
  EXPECT_FALSE(RuntimeFunctions(of_22.table()).RequestedHardware(&options).has_value());
  const FakeRuntime of_23;
  EXPECT_EQ(RuntimeFunctions(of_23.table()).RequestedHardware(&options), kCpu | kGpu);
}

TEST(RuntimeFunctionsTest, FolderOfAnEnvironment) {
  FakeRuntime runtime;
  FakeEnvironment environment = {.folder = "/a/b/."};
  EXPECT_EQ(RuntimeFunctions(runtime.table()).RuntimeLibraryDir(&environment), "/a/b/.");
  EXPECT_EQ(RuntimeFunctions(runtime.table()).RuntimeLibraryDir(nullptr), "");
  runtime.Set(
      kGetEnvironmentOptionsValue, +[](void*, int, Any* value) {
        value->type = AnyType::kInt;
        value->int_value = 7;
        return kOk;
      });
  EXPECT_EQ(RuntimeFunctions(runtime.table()).RuntimeLibraryDir(&environment), "");
}

TEST(RuntimeFunctionsTest, AMissingFunctionIsNotCalled) {
  FakeRuntime runtime;
  runtime.Set(kWrapDelegate, static_cast<void*>(nullptr));
  runtime.Set(kFindOpaqueOptionsData, static_cast<void*>(nullptr));
  FakeOptions options = {.opaque = {{"litevk", "text"}}};
  void* wrapper = nullptr;
  const RuntimeFunctions functions(runtime.table());
  EXPECT_EQ(functions.WrapDelegate(&options, nullptr, &wrapper), kWrongVersion);
  EXPECT_EQ(functions.OpaqueText(&options, "litevk"), "");
}

}  // namespace
}  // namespace litevk::litert
