// A timeline in the JSON form of Chrome's traces, which Perfetto reads too.
#pragma once

#include <nlohmann/json.hpp>

#include "bench/pictures/timeline.h"

namespace litevk::bench {

// The host and the device are two processes, each track a thread. An arrow leads from each "submit" to the
// device's work. `about` is kept under "otherData".
nlohmann::ordered_json TraceJson(const Timeline& timeline, const std::string& device,
                                 nlohmann::ordered_json about);

}  // namespace litevk::bench
