// What a profiled session did when, on the host and on the device, on one clock.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/model/profile.h"

namespace litevk::bench {

// Microseconds since the model began to be loaded.
struct Event {
  std::string name;
  double begin_us = 0;
  double us = 0;
  int run = -1;         // which inference, 0 the first; -1: before it
  int submission = -1;  // of a "submit" and of the work on the device that it led to: one number
  nlohmann::ordered_json facts = {};
};

enum class TrackKind { kSession, kNodes, kDelegate, kSubmissions, kDispatches };

struct Track {
  TrackKind kind = TrackKind::kSession;
  std::string name;
  std::vector<Event> events;  // one after the other

  bool is_device() const { return kind == TrackKind::kSubmissions || kind == TrackKind::kDispatches; }
};

struct Timeline {
  std::vector<Track> tracks;
  // The device's clock is another one. Each run of a partition lies between the beginning of its submission
  // and the end of the wait for it, which leaves the device's events this much room.
  double device_uncertainty_us = 0;
};

Timeline MakeTimeline(const Profile& profile);

}  // namespace litevk::bench
