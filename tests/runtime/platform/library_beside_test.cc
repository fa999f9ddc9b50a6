#include "runtime/platform/library_beside.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

namespace litevk {
namespace {

using testing::HasSubstr;

int own_variable = 0;

// Returns what FunctionBeside finds in `path` alone, and its diagnostic.
std::pair<void*, std::string> Find(const char* path, const char* function) {
  std::array<char, 512> problem = {};
  void* const found = FunctionBeside(&own_variable, &path, 1, function, problem.data(), problem.size());
  return {found, problem.data()};
}

// Returns the library's path from this program's folder.
std::string Relative(const std::string& library) {
  return std::filesystem::relative(library, std::filesystem::read_symlink("/proc/self/exe").parent_path());
}

TEST(LibraryBesideTest, FindsAFunction) {
  const std::string path = Relative(LITEVK_LIBRARY);
  EXPECT_NE(Find(path.c_str(), "tflite_plugin_create_delegate").first, nullptr);
}

TEST(LibraryBesideTest, TheFirstThatIsThereIsTaken) {
  const std::string path = Relative(LITEVK_LIBRARY);
  const char* const paths[] = {"no_such_folder/library.so", path.c_str()};
  std::array<char, 512> problem = {};
  EXPECT_NE(FunctionBeside(&own_variable, paths, 2, "tflite_plugin_create_delegate", problem.data(),
                           problem.size()),
            nullptr);
}

TEST(LibraryBesideTest, DiagnosticsNameTheLibrary) {
  const auto [none, problem] = Find("no_such_library.so", "f");
  EXPECT_EQ(none, nullptr);
  EXPECT_THAT(problem, HasSubstr("no_such_library.so"));
  const std::string path = Relative(LITEVK_LIBRARY);
  const auto [without, reason] = Find(path.c_str(), "no_such_function");
  EXPECT_EQ(without, nullptr);
  EXPECT_THAT(reason, HasSubstr("liblitevk.so has no function no_such_function"));
}

}  // namespace
}  // namespace litevk
