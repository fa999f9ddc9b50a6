// Events of a profiled session, on the host and on the device, on one clock.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/model/profile.h"

namespace litevk::bench {

// An event. Times are microseconds since the model began to load.
struct Event {
  std::string name;
  double begin_us = 0;
  double us = 0;
  int run = -1;         // index of the inference, from 0; -1: before the first
  int submission = -1;  // number that a "submit" shares with its work on the device
  nlohmann::ordered_json facts = {};
};

enum class TrackKind { kSession, kNodes, kDelegate, kSubmissions, kDispatches };

struct Track {
  TrackKind kind = TrackKind::kSession;
  std::string name;
  std::vector<Event> events;  // in order, without overlap

  bool is_device() const { return kind == TrackKind::kSubmissions || kind == TrackKind::kDispatches; }
};

struct Timeline {
  std::vector<Track> tracks;
  // Uncertainty of device events, since the device has its own clock. Each run of a partition lies between
  // the beginning of its submission and the end of the wait for it, which bounds the offset.
  double device_uncertainty_us = 0;
};

Timeline MakeTimeline(const Profile& profile);

}  // namespace litevk::bench
