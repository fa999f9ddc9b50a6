// What is printed while benchmarks run: a heading, then a line for each.
#pragma once

#include "bench/ops/results.h"

namespace litevk::bench {

// The device, its peaks, what empty submissions cost and what the mode makes of it.
void PrintHeading(const OpResults& results);
void PrintRow(const OpResult& result);

}  // namespace litevk::bench
