// The border between C callers and this library's C++: no exception crosses it.
#pragma once

#include <pthread.h>

#include <exception>
#include <new>
#include <utility>

#include "runtime/base/status.h"

namespace litevk {

// Makes pthread_cancel() wait while there is one. The thread would be unwound as if by an exception, out of a
// driver that holds a lock and through frames of C; and what unwinds it need not know this library's C++.
class CancellationHeldOff {
 public:
  CancellationHeldOff() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  CancellationHeldOff(const CancellationHeldOff&) = delete;
  CancellationHeldOff& operator=(const CancellationHeldOff&) = delete;
  ~CancellationHeldOff() { pthread_setcancelstate(before_, nullptr); }

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

// Returns fn(); where it throws (the standard library does, when memory runs out), what on_error makes
// of the exception's message. The only catch in the library. A thread that is cancelled inside ends after it.
template <typename Fn, typename OnError>
auto Guard(Fn&& fn, OnError&& on_error) noexcept -> decltype(fn()) {
  const CancellationHeldOff held_off;
  try {
    return std::forward<Fn>(fn)();
  } catch (const std::bad_alloc&) {
    // Short, so that a std::string of it needs no memory.
    return std::forward<OnError>(on_error)("out of memory");
  } catch (const std::exception& exception) {
    return std::forward<OnError>(on_error)(exception.what());
  } catch (...) {
    return std::forward<OnError>(on_error)("unknown exception");
  }
}

// Returns fn(), a Status or a Result; where it throws, a Status that says so, for who can go on without.
template <typename Fn>
auto GuardStatus(Fn&& fn) noexcept -> decltype(fn()) {
  return Guard(std::forward<Fn>(fn), [](const char* message) -> decltype(fn()) {
    return Status(StatusCode::kResourceExhausted, message);
  });
}

}  // namespace litevk
