// A line on a terminal that says what a program is doing, with a progress bar.
#pragma once

#include <chrono>
#include <string>

namespace litevk::tools {

// Draws on standard error, and only when that is a terminal; erases itself at its end.
class Progress {
 public:
  // `total` is the number of steps; 0 if that is unknown, which draws no bar.
  explicit Progress(std::string what, int total = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Advance() { AdvanceTo(done_ + 1); }
  // Draws at most ten times in a second, so that measurements are not disturbed.
  void AdvanceTo(int done);

 private:
  using Clock = std::chrono::steady_clock;

  void Draw();

  std::string what_;
  int total_;
  int done_ = 0;
  bool is_terminal_;
  Clock::time_point drawn_;
};

}  // namespace litevk::tools
