// How long a piece of work takes.
#pragma once

#include <chrono>

namespace litevk {

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
