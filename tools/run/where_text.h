// A sentence on how much of a model a device runs.
#pragma once

#include <string>

#include "tools/run/gpu_report.h"

namespace litevk::tools {

// Returns "9 of 10 nodes in 2 partitions on NAME, estimated to take 30 us there and 210 us on the CPU".
//
// The estimate covers the partitions on the device, or those left out if the device runs nothing. The report
// must have a device.
std::string WhereText(const GpuReport& report);

}  // namespace litevk::tools
