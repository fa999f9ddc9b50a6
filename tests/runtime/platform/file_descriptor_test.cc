#include "runtime/platform/file_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "gtest/gtest.h"

namespace litevk {
namespace {

bool IsOpen(int number) { return fcntl(number, F_GETFD) >= 0; }
FileDescriptor OpenNull() { return FileDescriptor(open("/dev/null", O_WRONLY)); }

TEST(FileDescriptorTest, IsClosedWithItsObject) {
  int number = -1;
  {
    const FileDescriptor file = OpenNull();
    number = file.number();
    ASSERT_TRUE(file && IsOpen(number));
  }
  EXPECT_FALSE(IsOpen(number));
  EXPECT_TRUE(FileDescriptor().Close());
}

TEST(FileDescriptorTest, HasOneOwner) {
  FileDescriptor first = OpenNull();
  const int number = first.number();
  FileDescriptor second = std::move(first);
  EXPECT_EQ(second.number(), number);
  EXPECT_EQ(second.Release(), number);
  EXPECT_FALSE(second);
  ASSERT_TRUE(IsOpen(number));
  close(number);
}

TEST(FileDescriptorTest, ASecondOneIsNotInherited) {
  const FileDescriptor file = OpenNull();
  const FileDescriptor second = FileDescriptor::Duplicate(file.number());
  ASSERT_TRUE(second);
  EXPECT_NE(second.number(), file.number());
  EXPECT_EQ(fcntl(second.number(), F_GETFD), FD_CLOEXEC);
  EXPECT_FALSE(FileDescriptor::Duplicate(-1));
}

}  // namespace
}  // namespace litevk
