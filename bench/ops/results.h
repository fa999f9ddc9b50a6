// The results of a run, and their file formats.
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
  Status status;          // error of a build or a wrong result; there are no times then
  double raw_us = 0;      // the measured median
  double cpu_us = 0;      // mean process time of a run over all threads
  Statistics us;          // minus an empty submission in mode gpu
  bool is_empty = false;  // not longer than an empty submission; there are no times and no rates then
  OpCost cost;
  size_t dispatches = 0;
  size_t barriers = 0;
  // Rates at the median time.
  double gflops = 0;
  double gbs = 0;
  double share = 0;  // time at the device's peaks, over the median; may exceed 1 in caches
};

// Circumstances of a measurement.
struct RunContext {
  std::string date;  // ISO 8601, UTC
  std::string host_name;
  std::string executable;
  int num_cpus = 0;
  std::vector<double> load_avg;  // averages of the last 1, 5 and 15 minutes
  std::string build_type;        // "release", which has no assertions, or "debug"
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

// Sets times from the measured ones. In mode gpu, subtracts the cost of an empty submission with as many
// dispatches. Times that do not exceed that cost by more than its noise are dropped. In other modes nothing
// is subtracted.
void SetTimes(const DevicePeaks& peaks, Mode mode, std::vector<double> times_us, OpResult& result);
// Sets rates from the median, the cost and the device's peaks.
void SetRates(const DevicePeaks& peaks, OpResult& result);

// Returns JSON in the schema of Google Benchmark, which its compare.py reads, with further keys:
// docs/BENCHMARKING.md lists them.
nlohmann::ordered_json ToJson(const OpResults& results);
// Returns the rows of ToJson as CSV for a spreadsheet.
std::string ToCsv(const OpResults& results);
// Returns a roofline plot. The x axis is work per byte, the y axis GFLOP/s, both in powers of ten.
std::string ToSvg(const OpResults& results);

}  // namespace litevk::bench
