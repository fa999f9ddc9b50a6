// Builds, checks and times benchmarks one after another, with Google Benchmark.
#pragma once

#include <memory>
#include <vector>

#include "bench/ops/arguments.h"
#include "bench/ops/items.h"
#include "bench/ops/results.h"

namespace litevk::bench {

// Measures the device's peaks, then every item, and prints a table meanwhile. A benchmark that fails gives a
// row with a status, and the next one follows.
Result<OpResults> RunItems(const OpBenchArguments& arguments, const std::vector<Item>& items,
                           const std::shared_ptr<const vk::Device>& device);

}  // namespace litevk::bench
