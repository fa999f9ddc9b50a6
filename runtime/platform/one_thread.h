// Objects that several threads can reach and only one may use at a time.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/platform/fork.h"

namespace litevk {

// Returns the error of a thread that calls an interpreter while another thread's call is under way.
inline Status InUseByAnotherThread() {
  return InvalidArgument("this interpreter is in use by another thread: make one for each thread");
}

// A lock for the thread that uses an object.
class OneThread {
 public:
  // Returns a new mutex in a child of fork(), where a thread of the parent may hold the old one forever.
  std::recursive_mutex& mutex() {
    if (process_ != ProcessId()) {
      static_cast<void>(mutex_.release());  // a held mutex cannot be destroyed
      mutex_ = std::make_unique<std::recursive_mutex>();
      process_ = ProcessId();
    }
    return *mutex_;
  }

 private:
  std::unique_ptr<std::recursive_mutex> mutex_ = std::make_unique<std::recursive_mutex>();
  int process_ = ProcessId();
};

// Returns fn(), called with the lock. Fails at once if another thread holds it.
template <typename Fn>
Status RunExclusively(OneThread& user, Fn&& fn) {
  const std::unique_lock lock(user.mutex(), std::try_to_lock);
  return lock ? std::forward<Fn>(fn)() : InUseByAnotherThread();
}

}  // namespace litevk
