#include "runtime/vk/instance/driver_threads.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <latch>
#include <set>
#include <thread>

#include "tests/runtime/vk/gpu_test.h"

namespace litevk::vk {
namespace {

// Returns the cores that a thread may use; 0 is the calling thread.
std::set<int> CoresOf(int thread) {
  cpu_set_t allowed;
  std::set<int> cores;
  EXPECT_EQ(sched_getaffinity(thread, sizeof(allowed), &allowed), 0);
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<size_t>(core), &allowed)) cores.insert(core);
  }
  return cores;
}

std::string OwnName() {
  std::array<char, 16> name = {};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  return name.data();
}

// Threads that live as long as this object.
class Waiting {
 public:
  explicit Waiting(int count, const char* name = nullptr) : started_(count) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this, name] {
        if (name != nullptr) pthread_setname_np(pthread_self(), name);
        ids_[next_++] = gettid();
        started_.count_down();
        done_.wait();
      });
    }
    started_.wait();
  }
  ~Waiting() {
    done_.count_down();
    for (std::thread& thread : threads_) thread.join();
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  std::set<int> ids() const { return {ids_.begin(), ids_.begin() + next_}; }

 private:
  std::array<int, 8> ids_ = {};
  std::atomic<int> next_ = 0;
  std::latch started_;
  std::latch done_{1};
  std::vector<std::thread> threads_;
};

TEST(DriverThreadsTest, FindsThoseThatStartMeanwhileAndHaveNoName) {
  const Waiting before(1);
  const std::string name = OwnName();
  {
    const DriverThreads threads;
    EXPECT_TRUE(threads.Ids().empty());
    const Waiting unnamed(3);
    const Waiting named(1, "somebody");
    const std::vector<int> found = threads.Ids();
    EXPECT_EQ(std::set(found.begin(), found.end()), unnamed.ids());
  }
  EXPECT_EQ(OwnName(), name);
}

TEST(DriverThreadsTest, GivesEachACoreByTurns) {
  const std::set<int> cores = CoresOf(0);
  ASSERT_GE(cores.size(), 2U) << "the test needs two cores";
  const DriverThreads threads;
  const Waiting unnamed(4);
  const Waiting named(1, "somebody");
  threads.Spread();
  auto core = cores.begin();
  for (const int id : threads.Ids()) {
    EXPECT_EQ(CoresOf(id), std::set<int>{*core});
    if (++core == cores.end()) core = cores.begin();
  }
  EXPECT_EQ(CoresOf(*named.ids().begin()), cores);
  EXPECT_EQ(CoresOf(0), cores);
}

class SpreadDeviceTest : public GpuTest {};

// Returns the number of this process's threads that are bound to one core.
size_t BoundThreads() {
  size_t bound = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    if (CoresOf(std::stoi(task.path().filename().string())).size() == 1) ++bound;
  }
  return bound;
}

TEST_F(SpreadDeviceTest, CpuDriversOnlyAndUnlessSwitchedOff) {
  ASSERT_GE(CoresOf(0).size(), 2U) << "the test needs two cores";
  EXPECT_EQ(device_->features().has(Feature::kThreadSpreading), device_->info().type == DeviceType::kCpu);
  device_.reset();
  ASSERT_EQ(BoundThreads(), 0U);
  DeviceRequest request = Request();
  request.disabled_features.Add(Feature::kThreadSpreading);
  {
    const auto free = AcquireDevice(request);
    ASSERT_TRUE(free.ok()) << free.status().message();
    EXPECT_EQ(BoundThreads(), 0U);
  }
  // With the last device its instance is destroyed, which owns the threads.
  const auto spread = AcquireDevice(Request());
  ASSERT_TRUE(spread.ok()) << spread.status().message();
  // lavapipe starts a thread for its queue and one for each core; SwiftShader names its threads.
  if ((*spread)->info().name.starts_with("llvmpipe")) {
    EXPECT_GT(BoundThreads(), CoresOf(0).size());
  }
}

}  // namespace
}  // namespace litevk::vk
