#include "runtime/platform/dynamic_library.h"

#include <dlfcn.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litevk {
namespace {

using testing::HasSubstr;
using Call = int (*)();

TEST(DynamicLibraryTest, FindsWhatALibraryExports) {
  const auto library = DynamicLibrary::Open(LITEVK_TEST_DRIVER);
  ASSERT_TRUE(library.ok()) << library.status().message();
  const auto call = library->Find<Call>("litevk_test_llvm");
  ASSERT_NE(call, nullptr);
  EXPECT_GT(call(), 0);
  EXPECT_EQ(library->Find<Call>("litevk_test_no_such_function"), nullptr);
}

TEST(DynamicLibraryTest, OthersDoNotSeeItsFunctions) {
  ASSERT_TRUE(DynamicLibrary::Open(LITEVK_TEST_DRIVER).ok());
  EXPECT_EQ(dlsym(RTLD_DEFAULT, "litevk_test_llvm"), nullptr);
}

TEST(DynamicLibraryTest, StaysLoadedWithoutTheObject) {
  { ASSERT_TRUE(DynamicLibrary::Open(LITEVK_TEST_DRIVER).ok()); }
  EXPECT_NE(dlopen(LITEVK_TEST_DRIVER, RTLD_LAZY | RTLD_NOLOAD), nullptr);
}

TEST(DynamicLibraryTest, TheSystemSaysWhatIsMissing) {
  const auto library = DynamicLibrary::Open("libnone.so");
  ASSERT_FALSE(library.ok());
  EXPECT_EQ(library.status().code(), StatusCode::kUnavailable);
  EXPECT_THAT(library.status().message(), HasSubstr("libnone.so: cannot open shared object file"));
}

}  // namespace
}  // namespace litevk
