// How long a piece of work takes.
#pragma once

#include <chrono>

namespace litevk {

// Microseconds of the steady clock, which is one for all libraries of a process.
inline double SteadyUs() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(since).count();
}

class Stopwatch {
 public:
  // Milliseconds since the last call, or since the stopwatch was made.
  double LapMs() {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double, std::milli> lap = now - last_;
    last_ = now;
    return lap.count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

}  // namespace litevk
