// The table that is printed while benchmarks run: a heading, then a line for each.
#pragma once

#include "bench/ops/results.h"

namespace litevk::bench {

// Prints the device, its peaks, the cost of empty submissions and their use in the mode.
void PrintHeading(const OpResults& results);
void PrintRow(const OpResult& result);

}  // namespace litevk::bench
