// What the device took for a run.
#pragma once

#include <functional>

#include "runtime/base/status.h"
#include "runtime/exec/executable.h"

namespace litevk::bench {

// Microseconds of all dispatches of one run together; 0 where there are none or the device has no timestamps.
// `run` runs the executable; where the driver is late with a run's timestamps it is run again, a few times.
Result<double> DeviceUsOf(const Executable& executable, const std::function<Status()>& run);

}  // namespace litevk::bench
