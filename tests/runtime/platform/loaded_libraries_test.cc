// Lookups among the libraries of this program. tests/runtime/vk/driver_libraries_test.cc has those of
// drivers.
#include "runtime/platform/loaded_libraries.h"

#include <dlfcn.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litevk {
namespace {

using testing::HasSubstr;

TEST(LoadedLibrariesTest, NamesOfTheWholeProcess) {
  EXPECT_TRUE(ProcessExports("strlen"));
  EXPECT_THAT(LibraryThatExports("getpid"), HasSubstr("libc.so"));
  EXPECT_FALSE(ProcessExports("litevk_test_no_such_function"));
  EXPECT_EQ(LibraryThatExports("litevk_test_no_such_function"), "");
}

TEST(LoadedLibrariesTest, PathsOfLibraries) {
  EXPECT_TRUE(AnyLoadedLibrary([](std::string_view path) { return path.find("libc.so") != path.npos; }));
  EXPECT_FALSE(AnyLoadedLibrary([](std::string_view path) { return path.find("libnone.so") != path.npos; }));
}

TEST(LoadedLibrariesTest, MallocIsTheCLibrarysWithoutASanitizer) {
  EXPECT_EQ(MallocIsReplaced(), dlsym(RTLD_DEFAULT, "__asan_init") != nullptr);
}

}  // namespace
}  // namespace litevk
