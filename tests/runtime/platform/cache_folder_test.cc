// The user's own cache folder, and attacks of others on it.
#include "runtime/platform/cache_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litevk {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CacheFolderTest : public testing::Test {
 protected:
  CacheFolderTest()
      : home_(fs::path(testing::TempDir()) / ("cache_folder_test_" + std::to_string(getpid()))) {
    fs::remove_all(home_);
    fs::create_directory(home_);
    Set("HOME", home_);
    unsetenv("XDG_CACHE_HOME");
  }
  ~CacheFolderTest() override { fs::remove_all(home_); }

  static void Set(const char* variable, const std::string& value) { setenv(variable, value.c_str(), 1); }
  static mode_t ModeOf(const fs::path& path) {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }
  static void ExpectFolder(const fs::path& expected) {
    const auto folder = UserCacheFolder();
    ASSERT_TRUE(folder.ok()) << folder.status().message();
    EXPECT_EQ(*folder, expected);
    EXPECT_TRUE(fs::is_directory(expected));
  }
  static void ExpectRefused(const std::string& diagnostic) {
    const auto folder = UserCacheFolder();
    ASSERT_FALSE(folder.ok()) << *folder;
    EXPECT_THAT(folder.status().message(), HasSubstr(diagnostic));
  }

  fs::path home_;
};

TEST_F(CacheFolderTest, IsMadeForTheUserAlone) {
  ExpectFolder(home_ / ".cache/litevk");
  EXPECT_EQ(ModeOf(home_ / ".cache"), 0700U);
  EXPECT_EQ(ModeOf(home_ / ".cache/litevk"), 0700U);
  ExpectFolder(home_ / ".cache/litevk");
}

TEST_F(CacheFolderTest, XdgCacheHomeGoesFirst) {
  Set("XDG_CACHE_HOME", home_ / "other");
  ExpectFolder(home_ / "other/litevk");
  EXPECT_FALSE(fs::exists(home_ / ".cache"));
  // The specification says that relative paths are ignored.
  Set("XDG_CACHE_HOME", "other");
  ExpectFolder(home_ / ".cache/litevk");
}

TEST_F(CacheFolderTest, NoVariableIsNoFolder) {
  Set("HOME", "");
  ExpectRefused("expected XDG_CACHE_HOME or HOME to be an absolute path, found neither");
}

TEST_F(CacheFolderTest, OthersMayNotWriteIntoIt) {
  ExpectFolder(home_ / ".cache/litevk");
  for (const char* folder : {".cache/litevk", ".cache"}) {
    ASSERT_EQ(chmod((home_ / folder).c_str(), 01777), 0);
    ExpectRefused(std::string(folder) +
                  "\": expected one of this user's, into which no other may write, found mode 777");
    ASSERT_EQ(chmod((home_ / folder).c_str(), 0755), 0);
  }
  ExpectFolder(home_ / ".cache/litevk");
}

TEST_F(CacheFolderTest, ItIsNoLinkAndNoFile) {
  fs::create_directories(home_ / ".cache");
  fs::create_directory(home_ / "elsewhere");
  fs::create_directory_symlink(home_ / "elsewhere", home_ / ".cache/litevk");
  ExpectRefused("found a symbolic link");
  EXPECT_TRUE(fs::is_empty(home_ / "elsewhere"));
  fs::remove(home_ / ".cache/litevk");
  std::ofstream(home_ / ".cache/litevk") << "x";
  ExpectRefused("found a file");
}

TEST_F(CacheFolderTest, TheCacheMayLieOnAnotherDisk) {
  fs::create_directory(home_ / "disk");
  fs::create_directory_symlink(home_ / "disk", home_ / ".cache");
  ExpectFolder(home_ / ".cache/litevk");
}

TEST_F(CacheFolderTest, AnotherUsersIsRefused) {
  if (geteuid() != 0) {
    Set("XDG_CACHE_HOME", "/usr");
    ExpectRefused("found one of user 0");
    return;
  }
  fs::create_directory(home_ / ".cache");
  ASSERT_EQ(chown((home_ / ".cache").c_str(), 65534, 65534), 0);
  ExpectRefused("found one of user 65534");
  EXPECT_TRUE(fs::is_empty(home_ / ".cache"));
}

TEST_F(CacheFolderTest, WhatCannotBeMadeIsSaid) {
  Set("XDG_CACHE_HOME", home_ / "no/such");
  ExpectRefused("making it failed: No such file or directory");
}

}  // namespace
}  // namespace litevk
