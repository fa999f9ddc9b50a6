#include "runtime/platform/file_access.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "gtest/gtest.h"

namespace litevk {
namespace {

class FileAccessTest : public testing::Test {
 protected:
  FileAccessTest() { std::ofstream{path_}.flush(); }
  ~FileAccessTest() override { unlink(path_.c_str()); }

  std::string path_ = testing::TempDir() + "file_access_test_" + std::to_string(getpid());
};

// Ends this process with 0 if an ordinary user may not open the file. Nothing is denied to the superuser,
// who first becomes "nobody".
[[noreturn]] void ExitAsOrdinaryUser(const std::string& path) {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && setuid(kNobody) != 0) _exit(2);
  _exit(AccessIsDenied(path) ? 0 : 1);
}

TEST_F(FileAccessTest, FilesThatMayOnlyBeReadAreDenied) {
  ASSERT_EQ(chmod(path_.c_str(), 0400), 0);
  EXPECT_EXIT(ExitAsOrdinaryUser(path_), testing::ExitedWithCode(0), "");
}

TEST_F(FileAccessTest, OwnAndMissingFilesAreNotDenied) {
  EXPECT_FALSE(AccessIsDenied(path_));
  EXPECT_FALSE(AccessIsDenied(path_ + ".none"));
}

TEST_F(FileAccessTest, GroupsHaveNamesOrNumbers) {
  EXPECT_EQ(GroupName(0), "root");
  EXPECT_EQ(GroupName(54321), "54321");
  EXPECT_EQ(GroupOf("/"), "root");
  EXPECT_EQ(GroupOf(path_ + ".none"), "unknown");
}

}  // namespace
}  // namespace litevk
