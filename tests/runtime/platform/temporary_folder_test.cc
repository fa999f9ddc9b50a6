#include "runtime/platform/temporary_folder.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litevk {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(TemporaryFolderTest, IsNewAndThisUsersAlone) {
  const auto first = MakeTemporaryFolder();
  const auto second = MakeTemporaryFolder();
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(*first, *second);
  struct stat status {};
  ASSERT_EQ(stat(first->c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0700U);
  fs::remove(*first);
  fs::remove(*second);
}

TEST(TemporaryFolderTest, AFailureNamesTheVariable) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/no/such/folder", 1);
  const auto folder = MakeTemporaryFolder();
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
  ASSERT_FALSE(folder.ok());
  EXPECT_THAT(folder.status().message(), HasSubstr("TMPDIR"));
}

}  // namespace
}  // namespace litevk
