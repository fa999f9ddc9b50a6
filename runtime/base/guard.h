// The border between C callers and this library's C++: no exception crosses it.
#pragma once

#include <exception>
#include <utility>

namespace litevk {

// Returns fn(); where it throws (the standard library does, when memory runs out), what on_error makes
// of the exception's message. The only catch in the library.
template <typename Fn, typename OnError>
auto Guard(Fn&& fn, OnError&& on_error) noexcept -> decltype(fn()) {
  try {
    return std::forward<Fn>(fn)();
  } catch (const std::exception& exception) {
    return std::forward<OnError>(on_error)(exception.what());
  } catch (...) {
    return std::forward<OnError>(on_error)("unknown exception");
  }
}

}  // namespace litevk
