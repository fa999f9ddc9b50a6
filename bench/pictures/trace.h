// Writes a timeline in the JSON format of Chrome's traces, which Perfetto reads too.
#pragma once

#include <nlohmann/json.hpp>

#include "bench/pictures/timeline.h"

namespace litevk::bench {

// Returns the trace. The host and the device are two processes, each track is a thread. An arrow leads from
// each "submit" to the device's work. `about` is stored under "otherData".
nlohmann::ordered_json TraceJson(const Timeline& timeline, const std::string& device,
                                 nlohmann::ordered_json about);

}  // namespace litevk::bench
