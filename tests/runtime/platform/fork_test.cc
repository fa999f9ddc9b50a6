#include "runtime/platform/fork.h"

#include <sys/wait.h>
#include <unistd.h>

#include "gtest/gtest.h"

namespace litevk {
namespace {

int calls = 0;

TEST(ForkTest, AHandlerRunsBeforeACopyIsMade) {
  ASSERT_TRUE(CallBeforeFork([] { ++calls; }));
  EXPECT_EQ(calls, 0);
  const int parent = ProcessId();
  EXPECT_EQ(parent, getpid());
  const pid_t copy = fork();
  ASSERT_GE(copy, 0);
  if (copy == 0) _exit(calls == 1 && ProcessId() == getpid() && ProcessId() != parent ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(copy, &status, 0), copy);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(ProcessId(), parent);
}

}  // namespace
}  // namespace litevk
