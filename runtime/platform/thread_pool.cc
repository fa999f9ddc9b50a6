#include "runtime/platform/thread_pool.h"

#include <algorithm>
#include <condition_variable>
#include <optional>
#include <system_error>

#include "runtime/base/denormals.h"
#include "runtime/platform/fork.h"
#include "runtime/platform/threads.h"

namespace litevk {
namespace {

// Checks of a thread before it sleeps, some tens of microseconds: nodes of a network follow each other faster
// than the system wakes threads.
constexpr int kChecksBeforeSleep = 4000;

// Operations of a part of a loop, at least: some ten microseconds.
constexpr int64_t kLeastOperations = int64_t{256} * 1024;
// Parts for each thread, so that one that begins late finds less left.
constexpr int64_t kPartsOfThread = 4;

thread_local ThreadPool* current_pool = nullptr;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Cores of this process that no caller and no worker keeps busy. It is negative where callers alone are more.
std::atomic<int>& FreeCores() {
  static std::atomic<int> cores(static_cast<int>(std::max<size_t>(
      UsableCores().size(), UsableCores().empty() ? std::thread::hardware_concurrency() : 1)));
  return cores;
}

// Cores that a loop keeps busy: the caller's, and those of up to `wanted` workers.
class BusyCores {
 public:
  explicit BusyCores(int wanted) {
    FreeCores().fetch_sub(1);
    int free = FreeCores().load();
    do {
      workers_ = std::clamp(free, 0, wanted);
    } while (workers_ > 0 && !FreeCores().compare_exchange_weak(free, free - workers_));
  }
  ~BusyCores() { FreeCores().fetch_add(workers_ + 1); }
  BusyCores(const BusyCores&) = delete;
  BusyCores& operator=(const BusyCores&) = delete;

  int workers() const { return workers_; }

 private:
  int workers_ = 0;
};

// A loop's items, which threads take one after the other.
class Loop {
 public:
  Loop(int64_t count, const ThreadPool::Item& item) : count_(count), item_(item) {}

  void TakeItems() noexcept {
    try {
      for (int64_t index = next_.fetch_add(1); index < count_; index = next_.fetch_add(1)) item_(index);
    } catch (...) {
      next_.store(count_);
      const std::scoped_lock lock(mutex_);
      error_ = std::current_exception();
    }
  }

  void RethrowError() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

  bool flushes_denormals() const { return flushes_denormals_; }

 private:
  int64_t count_;
  const ThreadPool::Item& item_;
  const bool flushes_denormals_ = ScopedFlushDenormals::IsSet();
  std::atomic<int64_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

class ThreadPool::Workers {
 public:
  // Starts fewer threads than `count` if the system has no more.
  explicit Workers(int count) {
    try {
      for (int i = 0; i < count; ++i) threads_.emplace_back([this] { Work(); });
    } catch (const std::system_error&) {
      return;
    }
  }

  ~Workers() {
    {
      const std::scoped_lock lock(mutex_);
      ends_ = true;
      epoch_.fetch_add(1);
    }
    wakes_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // Computes the loop with up to `helpers` of the workers.
  void Run(Loop& loop, int helpers) {
    {
      const std::scoped_lock lock(mutex_);
      loop_ = &loop;
      seats_ = helpers;
      epoch_.fetch_add(1);
    }
    if (sleeping_.load() > 0) wakes_.notify_all();
    loop.TakeItems();
    {
      const std::scoped_lock lock(mutex_);
      loop_ = nullptr;  // a worker that wakes now comes too late
    }
    for (int checks = 0; inside_.load() > 0; ++checks) {
      checks < kChecksBeforeSleep ? Pause() : std::this_thread::yield();
    }
  }

 private:
  void Work() {
    SetThreadName("litevk-cpu");
    uint64_t seen = 0;
    while (WaitForEpoch(seen)) {
      if (Loop* const loop = Enter()) {
        TakeItems(*loop);
        inside_.fetch_sub(1);
      }
    }
  }

  // A thread begins with the mode of the one that started it.
  static void TakeItems(Loop& loop) {
    std::optional<ScopedFlushDenormals> flush;
    std::optional<ScopedKeepDenormals> keep;
    if (loop.flushes_denormals()) {
      flush.emplace();
    } else {
      keep.emplace();
    }
    loop.TakeItems();
  }

  // Waits for the next loop, and returns false at the end of the pool.
  bool WaitForEpoch(uint64_t& seen) {
    for (int checks = 0; checks < kChecksBeforeSleep && epoch_.load() == seen; ++checks) Pause();
    std::unique_lock lock(mutex_);
    sleeping_.fetch_add(1);
    wakes_.wait(lock, [&] { return epoch_.load() != seen; });
    sleeping_.fetch_sub(1);
    seen = epoch_.load();
    return !ends_;
  }

  // Returns the loop that has a seat for this worker, or null.
  Loop* Enter() {
    const std::scoped_lock lock(mutex_);
    if (loop_ == nullptr || seats_ == 0) return nullptr;
    --seats_;
    inside_.fetch_add(1);
    return loop_;
  }

  std::mutex mutex_;
  std::condition_variable wakes_;
  std::atomic<uint64_t> epoch_ = 0;  // changes with each loop
  std::atomic<int> sleeping_ = 0;
  std::atomic<int> inside_ = 0;  // workers that compute items
  Loop* loop_ = nullptr;
  int seats_ = 0;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

ThreadPool::ThreadPool(int threads) : threads_(std::max(threads, 1)) {}

ThreadPool::~ThreadPool() {
  // The parent's threads do not exist in a child of fork(), and cannot be joined.
  if (workers_ != nullptr && process_ != ProcessId()) static_cast<void>(workers_.release());
}

void ThreadPool::Run(int64_t count, const Item& item) {
  Loop loop(count, item);
  const BusyCores cores(static_cast<int>(std::min<int64_t>(threads_, count)) - 1);
  if (cores.workers() <= 0) {
    loop.TakeItems();
  } else {
    if (workers_ == nullptr || process_ != ProcessId()) {
      static_cast<void>(workers_.release());
      workers_ = std::make_unique<Workers>(threads_ - 1);
      process_ = ProcessId();
    }
    workers_->Run(loop, cores.workers());
  }
  loop.RethrowError();
}

ScopedThreadPool::ScopedThreadPool(ThreadPool* pool) : saved_(current_pool) { current_pool = pool; }
ScopedThreadPool::~ScopedThreadPool() { current_pool = saved_; }

int ParallelThreads() { return current_pool == nullptr ? 1 : current_pool->threads(); }

void ParallelFor(int64_t count, const ThreadPool::Item& item) {
  if (ThreadPool* const pool = current_pool; pool != nullptr && count > 1) {
    const ScopedThreadPool none(nullptr);  // loops within items are their thread's alone
    pool->Run(count, item);
  } else {
    for (int64_t index = 0; index < count; ++index) item(index);
  }
}

int64_t ParallelParts(int64_t operations) {
  const int64_t threads = ParallelThreads();
  return threads == 1 ? 1 : std::clamp<int64_t>(operations / kLeastOperations, 1, threads * kPartsOfThread);
}

void ParallelRanges(int64_t count, int64_t operations,
                    const std::function<void(int64_t first, int64_t end)>& range) {
  const int64_t parts = std::min(count, ParallelParts(count * operations));
  ParallelFor(parts, [&](int64_t part) { range(part * count / parts, (part + 1) * count / parts); });
}

}  // namespace litevk
