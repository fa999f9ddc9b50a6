// Pools of threads: every item once, errors, modes of denormals, children of fork(), and several pools at
// once.
#include "runtime/platform/thread_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <stdexcept>

#include "runtime/base/denormals.h"

namespace litevk {
namespace {

using testing::Each;

// Returns how often each item was computed.
std::vector<int> CountItems(ThreadPool& pool, int64_t count) {
  std::vector<std::atomic<int>> counts(static_cast<size_t>(count));
  pool.Run(count, [&](int64_t index) { ++counts[static_cast<size_t>(index)]; });
  return {counts.begin(), counts.end()};
}

TEST(ThreadPoolTest, ComputesEveryItemOnce) {
  for (const int threads : {-1, 1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), std::max(threads, 1));
    for (const int64_t count : {0, 1, 2, 1000}) {
      for (int run = 0; run < 20; ++run)
        EXPECT_THAT(CountItems(pool, count), Each(1)) << threads << ' ' << count;
    }
  }
}

TEST(ThreadPoolTest, WakesThreadsThatSleep) {
  ThreadPool pool(2);
  for (int run = 0; run < 3; ++run) {
    EXPECT_THAT(CountItems(pool, 100), Each(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST(ThreadPoolTest, ThrowsWhatAnItemThrows) {
  ThreadPool pool(2);
  const auto fail = [](int64_t index) {
    if (index == 3) throw std::runtime_error("item 3");
  };
  EXPECT_THROW(pool.Run(10, fail), std::runtime_error);
  EXPECT_THAT(CountItems(pool, 10), Each(1));
}

// Returns for each of many items whether it was computed with denormals as 0.
std::vector<char> FlushesDenormals(ThreadPool& pool) {
  std::vector<char> flushes(64);
  pool.Run(64, [&](int64_t index) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));  // leaves items to other threads
    flushes[static_cast<size_t>(index)] = ScopedFlushDenormals::IsSet() ? 1 : 0;
  });
  return flushes;
}

TEST(ThreadPoolTest, ComputesWithTheCallersModeOfDenormals) {
  ThreadPool pool(2);
  EXPECT_THAT(FlushesDenormals(pool), Each(0));
  const ScopedFlushDenormals flush;
  EXPECT_THAT(FlushesDenormals(pool), Each(1));
}

TEST(ThreadPoolTest, KeepsDenormalsInThreadsThatBeganWithoutThem) {
  ThreadPool pool(2);
  const ScopedFlushDenormals flush;
  EXPECT_THAT(FlushesDenormals(pool), Each(1));
  const ScopedKeepDenormals keep;
  EXPECT_THAT(FlushesDenormals(pool), Each(0));
}

TEST(ThreadPoolTest, AChildOfForkStartsThreadsOfItsOwn) {
  ThreadPool pool(3);
  EXPECT_THAT(CountItems(pool, 10), Each(1));
  const pid_t child = fork();
  if (child == 0) {
    const std::vector<int> counts = CountItems(pool, 100);
    _exit(std::ranges::count(counts, 1) == 100 ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_THAT(CountItems(pool, 10), Each(1));
}

TEST(ThreadPoolTest, SeveralPoolsComputeAtOnce) {
  std::vector<std::thread> callers;
  std::atomic<int> wrong = 0;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      ThreadPool pool(4);
      for (int run = 0; run < 50; ++run) {
        const std::vector<int> counts = CountItems(pool, 50);
        wrong += std::ranges::count(counts, 1) == 50 ? 0 : 1;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ParallelForTest, UsesThePoolOfItsThread) {
  EXPECT_EQ(ParallelThreads(), 1);
  ThreadPool pool(2);
  {
    const ScopedThreadPool scoped(&pool);
    EXPECT_EQ(ParallelThreads(), 2);
    std::atomic<int64_t> sum = 0;
    ParallelFor(10, [&](int64_t index) { sum += index; });
    EXPECT_EQ(sum, 45);
    // A loop within an item is its thread's alone.
    ParallelFor(10, [](int64_t) { EXPECT_EQ(ParallelThreads(), 1); });
  }
  EXPECT_EQ(ParallelThreads(), 1);
}

TEST(ParallelRangesTest, CoverEveryItemOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    const ScopedThreadPool scoped(&pool);
    for (const int64_t count : {0, 1, 7, 1000}) {
      std::vector<std::atomic<int>> counts(static_cast<size_t>(count));
      ParallelRanges(count, 1 << 20, [&](int64_t first, int64_t end) {
        for (int64_t index = first; index < end; ++index) ++counts[static_cast<size_t>(index)];
      });
      EXPECT_THAT(std::vector<int>(counts.begin(), counts.end()), Each(1)) << threads << ' ' << count;
    }
  }
}

TEST(ParallelRangesTest, LeaveShortLoopsToTheCaller) {
  ThreadPool pool(4);
  const ScopedThreadPool scoped(&pool);
  EXPECT_EQ(ParallelParts(100000), 1);
  EXPECT_EQ(ParallelParts(int64_t{1} << 40), 16);
  int ranges = 0;
  ParallelRanges(1000, 32, [&](int64_t first, int64_t end) {
    EXPECT_EQ(first, 0);
    EXPECT_EQ(end, 1000);
    ++ranges;
  });
  EXPECT_EQ(ranges, 1);
}

}  // namespace
}  // namespace litevk
