// Results of the system's calls, for the sources of this folder.
#pragma once

#include <cerrno>
#include <string>
#include <system_error>

namespace litevk {

// Returns the system's description of the last call's error: "Permission denied".
inline std::string LastError() { return std::generic_category().message(errno); }

// Repeats a call while a signal interrupts it.
template <typename Call>
auto RetryOnSignal(Call&& call) -> decltype(call()) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

}  // namespace litevk
