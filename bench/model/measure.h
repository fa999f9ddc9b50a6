// The measurement of one model with one delegate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/common/statistics.h"
#include "bench/model/model_session.h"

namespace litevk::bench {

// Time of one operator: of a dispatch on the GPU, or of a node on the CPU.
struct OperatorTime {
  int node = 0;  // in the model; of a dispatch, its root
  std::string op;
  std::string where;    // "gpu", "cpu", or "delegate" for a partition whose dispatches are not known
  std::string label;    // of the dispatch, or the node's number
  double first_us = 0;  // of the first run
  double mean_us = 0;   // of the later ones
};

struct MemoryUse {
  int64_t start_rss_bytes = 0;  // peaks of the process before the model was loaded,
  int64_t init_rss_bytes = 0;   // after its first inference
  int64_t peak_rss_bytes = 0;   // and at the end
};

struct Measurement {
  Delegation delegation;
  ColdStart cold_start;
  Statistics warmup_ms;  // with the first inference
  Statistics steady_ms;
  MemoryUse memory;
  std::optional<tools::GpuReport> gpu;
  std::vector<double> profiled_ms;      // of each run under --enable_op_profiling, by the host's clock
  std::vector<OperatorTime> operators;  // by node; none without --enable_op_profiling
};

Result<Measurement> Measure(const BenchArguments& arguments, const Backend& backend);

}  // namespace litevk::bench
