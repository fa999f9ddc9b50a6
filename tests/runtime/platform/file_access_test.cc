#include "runtime/platform/file_access.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "gtest/gtest.h"

namespace litevk {
namespace {

class FileAccessTest : public testing::Test {
 protected:
  FileAccessTest() { std::ofstream{path_}; }
  ~FileAccessTest() override { unlink(path_.c_str()); }

  std::string path_ = testing::TempDir() + "file_access_test_" + std::to_string(getpid());
};

TEST_F(FileAccessTest, OthersFilesAreDenied) {
  EXPECT_FALSE(AccessIsDenied(path_));
  EXPECT_FALSE(AccessIsDenied(path_ + ".none"));
  if (geteuid() == 0) GTEST_SKIP() << "nothing is denied to the superuser";
  ASSERT_EQ(chmod(path_.c_str(), 0400), 0);
  EXPECT_TRUE(AccessIsDenied(path_));
}

TEST_F(FileAccessTest, GroupsHaveNamesOrNumbers) {
  EXPECT_EQ(GroupOf("/"), "root");
  EXPECT_EQ(GroupOf(path_ + ".none"), "unknown");
  if (geteuid() != 0) GTEST_SKIP() << "the superuser alone can give a file away";
  ASSERT_EQ(chown(path_.c_str(), 0, 54321), 0);
  EXPECT_EQ(GroupOf(path_), "54321");
}

}  // namespace
}  // namespace litevk
