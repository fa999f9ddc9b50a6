// What a device runs of a model, in a sentence.
#pragma once

#include <string>

#include "tools/run/gpu_report.h"

namespace litevk::tools {

// "9 of 10 nodes in 2 partitions on NAME, estimated to take 30 us there and 210 us on the CPU"; the estimate
// is of what the device runs, or of what was left out where it runs nothing. The report has a device.
std::string WhereText(const GpuReport& report);

}  // namespace litevk::tools
