// The speed of a device at one program, compared with the estimate: corrected by what runs take.
#pragma once

#include <cstdint>

namespace litevk::gpu {

// Ratio of a program's time to its estimate before its first run. It is pessimistic: parts of the first run
// that are too short cost little, and a watchdog may end one that is too long.
inline constexpr double kFirstSlowdown = 4;

// The ratio of a program's time to its estimate. It changes only if runs in a row are off by 2 or more in one
// direction. The first change needs one such run, and each change doubles that number, up to 64. So noise, or
// a device that changes its clocks, makes few changes.
class RunSpeed {
 public:
  double slowdown() const { return slowdown_; }
  // Adds a run, which took `ratio` times the estimate. True if the slowdown has changed: to the ratio of
  // these runs that is nearest to the old one.
  bool Add(double ratio);

 private:
  double slowdown_ = kFirstSlowdown;
  int needed_ = 1;      // runs in a row that change the slowdown
  int runs_ = 0;        // in a row
  double nearest_ = 0;  // the ratio among these runs that is nearest to the slowdown
};

}  // namespace litevk::gpu
