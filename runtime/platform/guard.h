// The boundary between C callers and this library's C++: no exception crosses it.
#pragma once

#include <exception>
#include <new>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/platform/cancellation.h"

namespace litevk {

// Returns fn(), or on_error of the message of an exception (the standard library throws when memory runs
// out). The only catch in the library. A thread that is cancelled inside ends after it.
template <typename Fn, typename OnError>
auto Guard(Fn&& fn, OnError&& on_error) noexcept -> decltype(fn()) {
  const CancellationHeldOff held_off;
  try {
    return std::forward<Fn>(fn)();
  } catch (const std::bad_alloc&) {
    // Short enough for a std::string without allocation.
    return std::forward<OnError>(on_error)("out of memory");
  } catch (const std::exception& exception) {
    return std::forward<OnError>(on_error)(exception.what());
  } catch (...) {
    return std::forward<OnError>(on_error)("unknown exception");
  }
}

// Returns fn(), a Status or a Result, or a Status with an exception's message, for callers that can go on
// without it.
template <typename Fn>
auto GuardStatus(Fn&& fn) noexcept -> decltype(fn()) {
  return Guard(std::forward<Fn>(fn), [](const char* message) -> decltype(fn()) {
    return Status(StatusCode::kResourceExhausted, message);
  });
}

}  // namespace litevk
