// The measurement of one model with one delegate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/statistics.h"
#include "bench/model/profile.h"
#include "tools/run/cpu_times.h"

namespace litevk::bench {

struct MemoryUse {
  int64_t start_rss_bytes = 0;  // process peak before the model was loaded
  int64_t init_rss_bytes = 0;   // process peak after its first inference
  int64_t peak_rss_bytes = 0;   // process peak at the end
};

struct Measurement {
  KeyValues options;               // options of the delegate
  std::vector<std::string> notes;  // notes of the model
  std::vector<tools::Array> inputs;
  std::vector<tools::Array> outputs;            // outputs of the first inference, if --compare asks for them
  std::optional<tools::Tolerances> tolerances;  // tolerances of the outputs
  Delegation delegation;
  ColdStart cold_start;
  Statistics warmup_ms;  // includes the first inference
  Statistics steady_ms;
  MemoryUse memory;
  std::optional<tools::CpuTimes> cpu;  // none if the timed runs were on the CPU, and after Ctrl-C
  std::optional<tools::GpuReport> gpu;
  std::optional<Profile> profile;  // with --enable_op_profiling, and for pictures
};

Result<Measurement> Measure(const BenchArguments& arguments, const Backend& backend);

}  // namespace litevk::bench
