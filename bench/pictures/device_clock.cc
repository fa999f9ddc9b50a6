#include "bench/pictures/device_clock.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace litevk::bench {
namespace {

// Possible range of the host's time minus the device's.
struct Room {
  double low = 0;
  double high = 0;
};

std::optional<Room> RoomOf(const tools::ProgramRun& run) {
  const auto submit = std::ranges::find(run.steps, "submit", &tools::Step::name);
  const auto wait = std::ranges::find(run.steps, "wait", &tools::Step::name);
  if (run.dispatch_us.empty() || submit == run.steps.end() || wait == run.steps.end()) return std::nullopt;
  return Room{.low = submit->begin_us - run.device_begin_us,
              .high = wait->begin_us + wait->us - DeviceUs(run) - run.device_begin_us};
}

}  // namespace

double DeviceUs(const tools::ProgramRun& run) {
  return std::accumulate(run.dispatch_us.begin(), run.dispatch_us.end(), 0.0);
}

DeviceClock::DeviceClock(const std::vector<tools::ProgramTimeline>& programs) {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  for (const tools::ProgramTimeline& program : programs) {
    for (const tools::ProgramRun& run : program.runs) {
      const auto room = RoomOf(run);
      if (!room.has_value()) continue;
      low = std::max(low, room->low);
      high = std::min(high, room->high);
    }
  }
  if (low == -std::numeric_limits<double>::infinity()) return;
  offset_us_ = (low + high) / 2;
  uncertainty_us_ = std::max(0.0, (high - low) / 2);
}

// If clocks drift apart, no offset fits all runs, but each run still has its own range.
double DeviceClock::HostUs(const tools::ProgramRun& run) const {
  const auto room = RoomOf(run);
  if (!room.has_value()) return run.device_begin_us + offset_us_;
  return run.device_begin_us + std::clamp(offset_us_, room->low, std::max(room->low, room->high));
}

}  // namespace litevk::bench
