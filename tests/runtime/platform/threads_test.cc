// Names and cores of threads. tests/runtime/vk/driver_threads_test.cc has those of drivers.
#include "runtime/platform/threads.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <latch>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litevk {
namespace {

using testing::ElementsAre;

// A thread that lives as long as this object, with the name that its starter had.
class Waiting {
 public:
  Waiting() {
    thread_ = std::thread([this] {
      id_ = static_cast<int>(syscall(SYS_gettid));  // gettid() is newer than the glibc of arm64's build
      started_.count_down();
      done_.wait();
    });
    started_.wait();
  }
  ~Waiting() {
    done_.count_down();
    thread_.join();
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  int id() const { return id_; }

 private:
  int id_ = 0;
  std::latch started_{1};
  std::latch done_{1};
  std::thread thread_;
};

TEST(ThreadsTest, AreFoundByTheNameThatTheyInherit) {
  const std::string before = ThreadName();
  SetThreadName("litevk-test-a");
  EXPECT_EQ(ThreadName(), "litevk-test-a");
  {
    const Waiting thread;
    EXPECT_THAT(OtherThreadsNamed("litevk-test-a"), ElementsAre(thread.id()));
    SetThreadName("longer than the system's limit");
    EXPECT_EQ(ThreadName(), "litevk-test-a");
  }
  EXPECT_THAT(OtherThreadsNamed("litevk-test-a"), ElementsAre());
  SetThreadName(before);
}

TEST(ThreadsTest, AreBoundToACore) {
  const std::vector<int> cores = UsableCores();
  ASSERT_FALSE(cores.empty());
  const Waiting thread;
  BindThread(thread.id(), cores.back());
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(thread.id(), sizeof(allowed), &allowed), 0);
  EXPECT_EQ(CPU_COUNT(&allowed), 1);
  EXPECT_TRUE(CPU_ISSET(static_cast<size_t>(cores.back()), &allowed));
  EXPECT_EQ(UsableCores(), cores);
}

}  // namespace
}  // namespace litevk
