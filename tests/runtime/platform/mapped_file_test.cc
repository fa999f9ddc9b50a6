#include "runtime/platform/mapped_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace litevk {
namespace {

namespace fs = std::filesystem;

class MappedFileTest : public testing::Test {
 protected:
  MappedFileTest() { fs::create_directory(folder_); }
  ~MappedFileTest() override { fs::remove_all(folder_); }

  static void ExpectRefused(const fs::path& path, StatusCode code, const std::string& message) {
    const auto file = MappedFile::Open(path);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.status().code(), code);
    EXPECT_EQ(file.status().message(), message);
  }

  fs::path folder_ = testing::TempDir() + "mapped_file_test_" + std::to_string(getpid());
};

TEST_F(MappedFileTest, HasTheBytesOfTheFile) {
  std::ofstream(folder_ / "a") << "text";
  auto file = MappedFile::Open(folder_ / "a");
  ASSERT_TRUE(file.ok()) << file.status().message();
  const MappedFile moved = std::move(*file);
  fs::remove(folder_ / "a");
  const std::string text(reinterpret_cast<const char*>(moved.bytes().data()), moved.bytes().size());
  EXPECT_EQ(text, "text");
  EXPECT_TRUE(file->bytes().empty());
}

TEST_F(MappedFileTest, OnlyAPlainFileIsMapped) {
  ExpectRefused(folder_ / "none", StatusCode::kUnavailable, "No such file or directory");
  ExpectRefused(folder_, StatusCode::kInvalidArgument, "not a file");
  std::ofstream{folder_ / "empty"}.flush();
  ExpectRefused(folder_ / "empty", StatusCode::kInvalidArgument, "the file is empty");
  ASSERT_EQ(mkfifo((folder_ / "fifo").c_str(), 0600), 0);
  ExpectRefused(folder_ / "fifo", StatusCode::kInvalidArgument, "not a file");
}

}  // namespace
}  // namespace litevk
