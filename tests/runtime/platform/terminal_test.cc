#include "runtime/platform/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "gtest/gtest.h"
#include "runtime/platform/file_descriptor.h"

namespace litevk {
namespace {

// Answers while standard error is the file.
bool AnswerFor(const FileDescriptor& file) {
  const FileDescriptor before = FileDescriptor::Duplicate(STDERR_FILENO);
  dup2(file.number(), STDERR_FILENO);
  const bool answer = StandardErrorIsTerminal();
  dup2(before.number(), STDERR_FILENO);
  return answer;
}

TEST(TerminalTest, AFileIsNone) {
  EXPECT_FALSE(AnswerFor(FileDescriptor(open("/dev/null", O_WRONLY))));
  const FileDescriptor terminal(posix_openpt(O_RDWR | O_NOCTTY));
  if (!terminal || grantpt(terminal.number()) != 0 || unlockpt(terminal.number()) != 0) {
    GTEST_SKIP() << "the system has no terminals";
  }
  EXPECT_TRUE(AnswerFor(FileDescriptor(open(ptsname(terminal.number()), O_RDWR | O_NOCTTY))));
}

}  // namespace
}  // namespace litevk
