#include "runtime/graph/run_speed.h"

#include <algorithm>

namespace litevk::gpu {
namespace {

constexpr double kMaterial = 2;  // smaller errors of the slowdown are kept
constexpr int kMostNeeded = 64;

}  // namespace

bool RunSpeed::Add(double ratio) {
  if (ratio <= 0) return false;
  const bool is_slower = ratio >= slowdown_ * kMaterial;
  if (!is_slower && ratio > slowdown_ / kMaterial) {
    runs_ = 0;
    return false;
  }
  const bool goes_on = runs_ > 0 && is_slower == (nearest_ > slowdown_);
  runs_ = goes_on ? runs_ + 1 : 1;
  nearest_ = !goes_on ? ratio : is_slower ? std::min(nearest_, ratio) : std::max(nearest_, ratio);
  if (runs_ < needed_) return false;
  slowdown_ = nearest_;
  runs_ = 0;
  needed_ = std::min(2 * needed_, kMostNeeded);
  return true;
}

}  // namespace litevk::gpu
