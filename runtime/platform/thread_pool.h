// Threads that share the loops of one caller, and sleep between them.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace litevk {

// Computes loops with up to `threads` threads, of which the caller is one. The others start with the first
// loop that can use them. One thread calls Run() at a time.
//
// Loops of all pools together keep no more threads busy than the process may use cores. So several
// interpreters do not slow each other down. A child of fork() starts threads of its own.
class ThreadPool {
 public:
  // Computes item `index`; the order is not defined.
  using Item = std::function<void(int64_t index)>;

  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return threads_; }

  // Calls item(0) to item(count - 1), each once, and returns when all have returned. Throws what an item
  // throws; items that have not begun are left out then. Items compute with the caller's mode of denormals.
  void Run(int64_t count, const Item& item);

 private:
  class Workers;

  int threads_;
  std::unique_ptr<Workers> workers_;  // threads in process_
  int process_ = 0;
};

// Sets the pool of the calling thread, which ParallelFor uses, until the end of its life. The pool may be
// null.
class ScopedThreadPool {
 public:
  explicit ScopedThreadPool(ThreadPool* pool);
  ~ScopedThreadPool();
  ScopedThreadPool(const ScopedThreadPool&) = delete;
  ScopedThreadPool& operator=(const ScopedThreadPool&) = delete;

 private:
  ThreadPool* saved_;
};

// Returns the number of threads that ParallelFor can use in the calling thread.
int ParallelThreads();

// Calls item(0) to item(count - 1) in the calling thread's pool, or one after the other if it has none.
void ParallelFor(int64_t count, const ThreadPool::Item& item);

// Returns into how many parts a loop of so many operations is worth dividing. A short one is worth 1: another
// thread would wake up too late.
int64_t ParallelParts(int64_t operations);

// Calls range(first, end) for parts of the items from 0 to count - 1 that are worth a thread each. An item
// takes `operations` multiplications or additions. Loading and storing a value count as four.
void ParallelRanges(int64_t count, int64_t operations,
                    const std::function<void(int64_t first, int64_t end)>& range);

}  // namespace litevk
