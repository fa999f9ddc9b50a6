// Files in folders that others may write into.
#include "runtime/platform/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litevk {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FilesTest : public testing::Test {
 protected:
  FilesTest() : folder_(fs::path(testing::TempDir()) / ("files_test_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  ~FilesTest() override { fs::remove_all(folder_); }

  std::string Path(const char* name) const { return (folder_ / name).string(); }
  std::string Text(const char* name) const {
    auto text = ReadFile(Path(name));
    return text.ok() ? *text : text.status().message();
  }
  static mode_t ModeOf(const std::string& path) {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0 ? status.st_mode : 0;
  }
  ptrdiff_t Count() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  // The file is neither read nor replaced, and no temporary file is left.
  void ExpectLeftAlone(const char* name, const std::string& kind) const {
    const mode_t before = ModeOf(Path(name));
    const ptrdiff_t count = Count();
    EXPECT_THAT(WriteFileAtomically(Path(name), "new").message(),
                HasSubstr("cannot be written: expected a plain file, found " + kind));
    EXPECT_FALSE(CheckWritable(Path(name)).ok());
    EXPECT_EQ(ModeOf(Path(name)), before);
    EXPECT_EQ(Count(), count);
  }

  fs::path folder_;
};

TEST_F(FilesTest, ReadsWhatWasWritten) {
  const std::string text(200000, 'x');
  ASSERT_TRUE(WriteFileAtomically(Path("a"), text).ok());
  EXPECT_EQ(Text("a"), text);
  EXPECT_EQ(Count(), 1);
}

// A signal that ends the process leaves nothing either, where the file system has files without a name.
TEST_F(FilesTest, NothingIsThereUntilItIsWhole) {
  const int nameless = open(folder_.c_str(), O_WRONLY | O_TMPFILE, 0600);
  auto file = AtomicFile::Create(Path("a"));
  ASSERT_TRUE(file.ok() && file->Append("text").ok());
  EXPECT_EQ(Count(), nameless >= 0 ? 0 : 1);
  if (nameless >= 0) close(nameless);
  ASSERT_TRUE(file->Commit().ok());
  EXPECT_EQ(Text("a"), "text");
  EXPECT_EQ(Count(), 1);
}

TEST_F(FilesTest, ABound) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "four").ok());
  EXPECT_TRUE(ReadFile(Path("a"), 4).ok());
  EXPECT_THAT(ReadFile(Path("a"), 3).status().message(), HasSubstr("expected at most 3 bytes, found more"));
}

TEST_F(FilesTest, AFifoDoesNotHang) {
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  EXPECT_THAT(Text("fifo"), HasSubstr("cannot be read: expected a plain file, found a FIFO"));
  ExpectLeftAlone("fifo", "a FIFO");
}

TEST_F(FilesTest, ADeviceWithoutEnd) {
  fs::create_symlink("/dev/zero", Path("zero"));
  EXPECT_THAT(Text("zero"), HasSubstr("expected a plain file, found a device"));
  ExpectLeftAlone("zero", "a symbolic link");
  EXPECT_FALSE(CheckWritable("/dev/null").ok());
}

TEST_F(FilesTest, FoldersAreLookedFor) {
  EXPECT_TRUE(CheckFolder(folder_.string()).ok());
  EXPECT_TRUE(CheckFolderOf(Path("new")).ok());
  EXPECT_TRUE(CheckFolderOf("new").ok());
  EXPECT_TRUE(CheckFolderOf("/new").ok());
  const std::string missing = "the folder " + Path("none") + " does not exist";
  EXPECT_EQ(CheckFolder(Path("none")).message(), missing);
  EXPECT_EQ(CheckFolderOf(Path("none/new")).message(), missing);
  EXPECT_EQ(CheckWritable(Path("none/new")).message(), missing);
  ASSERT_TRUE(WriteFileAtomically(Path("file"), "text").ok());
  EXPECT_EQ(CheckFolder(Path("file")).message(), Path("file") + " is a plain file, expected a folder");
}

TEST_F(FilesTest, AFolder) {
  fs::create_directory(Path("folder"));
  EXPECT_THAT(Text("folder"), HasSubstr("found a folder"));
  ExpectLeftAlone("folder", "a folder");
}

TEST_F(FilesTest, ALinkIsReadButNotWrittenThrough) {
  ASSERT_TRUE(WriteFileAtomically(Path("victim"), "precious").ok());
  fs::create_symlink(Path("victim"), Path("link"));
  EXPECT_EQ(Text("link"), "precious");
  ExpectLeftAlone("link", "a symbolic link");
  EXPECT_EQ(Text("victim"), "precious");
}

TEST_F(FilesTest, AFileKeepsItsMode) {
  for (const mode_t mode : {0600U, 0664U, 0444U}) {
    ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
    ASSERT_EQ(chmod(Path("a").c_str(), mode), 0);
    ASSERT_TRUE(WriteFileAtomically(Path("a"), "new").ok());
    EXPECT_EQ(ModeOf(Path("a")) & 0777U, mode);
  }
}

TEST_F(FilesTest, ANewFileHasTheUsersMode) {
  const mode_t before = umask(0027);
  EXPECT_TRUE(WriteFileAtomically(Path("a"), "text").ok());
  umask(before);
  EXPECT_EQ(ModeOf(Path("a")) & 0777U, 0640U);
}

}  // namespace
}  // namespace litevk
