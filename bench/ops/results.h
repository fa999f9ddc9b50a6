// The results of a run, and the files that they go into.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/common/statistics.h"
#include "bench/ops/op_cost.h"
#include "bench/ops/op_program.h"
#include "bench/probe/probe.h"

namespace litevk::bench {

struct OpResult {
  std::string name;
  std::string op;
  std::string type;
  std::string source;
  int count = 1;
  Status status;          // of what could not be built or came out wrong; no times then
  double raw_us = 0;      // the median as it was measured
  double cpu_us = 0;      // of the process in a run, all threads together: on the mean
  Statistics us;          // less an empty submission, in mode gpu
  bool is_empty = false;  // no longer than an empty submission: no times and no rates then
  OpCost cost;
  size_t dispatches = 0;
  size_t barriers = 0;
  // Rates by the median time.
  double gflops = 0;
  double gbs = 0;
  double share = 0;  // the time that the device's peaks allow, over the median; in caches it may exceed 1
};

// Where and how results came about.
struct RunContext {
  std::string date;  // ISO 8601, UTC
  std::string host_name;
  std::string executable;
  int num_cpus = 0;
  std::vector<double> load_avg;  // of the last 1, 5 and 15 minutes
  std::string build_type;        // "release", without assertions, or "debug"
  std::string device;
  std::string driver;
  std::string mode;
  std::vector<std::string> types;
};

struct OpResults {
  RunContext context;
  DevicePeaks peaks;
  std::vector<OpResult> results;
};

// From times as they were measured. In mode gpu they hold what an empty submission with as many dispatches
// costs, and nothing is left of those that do not pass that by more than its noise; in others nothing is
// subtracted.
void SetTimes(const DevicePeaks& peaks, Mode mode, std::vector<double> times_us, OpResult& result);
// From the median, the cost and the device's peaks.
void SetRates(const DevicePeaks& peaks, OpResult& result);

// The schema of Google Benchmark, which its compare.py reads, with further keys: docs/BENCHMARKING.md lists
// them.
nlohmann::ordered_json ToJson(const OpResults& results);
// Returns the rows of ToJson for a spreadsheet.
std::string ToCsv(const OpResults& results);
// A roofline plot: work per byte across, GFLOP/s upwards, both in powers of ten.
std::string ToSvg(const OpResults& results);

}  // namespace litevk::bench
