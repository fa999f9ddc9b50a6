// Measures how long work takes.
#pragma once

#include <chrono>

namespace litevk {

// Returns microseconds of the steady clock, which all libraries of a process share.
inline double SteadyUs() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(since).count();
}

class Stopwatch {
 public:
  // Returns milliseconds since the last call, or since construction.
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
