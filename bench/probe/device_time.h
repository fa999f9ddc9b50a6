// Device time of a run.
#pragma once

#include <functional>

#include "runtime/base/status.h"
#include "runtime/exec/executable.h"

namespace litevk::bench {

// Returns the microseconds of all dispatches of one run together; 0 if there are none or the device has no
// timestamps. `run` runs the executable. If the driver delivers a run's timestamps late, it is run again, a
// few times.
Result<double> DeviceUsOf(const Executable& executable, const std::function<Status()>& run);

}  // namespace litevk::bench
