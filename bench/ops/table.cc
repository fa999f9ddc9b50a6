#include "bench/ops/table.h"

#include <cstdio>

#include "tools/program/output.h"

namespace litevk::bench {
namespace {

void PrintEmptyCost(const char* clock, const EmptyCost& cost) {
  tools::Printf("  %-28s %10.2f us with one dispatch, %.2f us for each more; noise %.2f us\n", clock,
                cost.submission, cost.dispatch, cost.noise);
}

}  // namespace

void PrintHeading(const OpResults& results) {
  const DevicePeaks& peaks = results.peaks;
  tools::Printf(
      "%s, driver %s\npeaks, measured: %.1f GFLOP/s of multiply-adds, %.1f GB/s of memory\nan empty "
      "submission:\n",
      results.context.device.c_str(), results.context.driver.c_str(), peaks.gflops, peaks.gbs);
  PrintEmptyCost("on the device", peaks.empty_device);
  PrintEmptyCost("from submission to fence", peaks.empty_host);
  tools::Printf("times: %s\n", results.context.mode == "gpu" ? "on the device, less an empty submission there"
                                                             : "on the host; nothing is subtracted");
  tools::Printf("\n%11s %11s %11s %8s %9s %8s %7s %10s %8s  %s\n", "median us", "p90 us", "raw us", "runs",
                "GFLOP/s", "GB/s", "peak %", "dispatches", "barriers", "benchmark");
}

void PrintRow(const OpResult& result) {
  if (!result.status.ok()) {
    tools::Printf("%s: %s\n", result.name.c_str(), result.status.message().c_str());
  } else if (result.is_empty) {
    tools::Printf("%11s %11s %11.2f %8zu %9s %8s %7s %10zu %8zu  %s\n", "<empty", "", result.raw_us,
                  result.us.count, "", "", "", result.dispatches, result.barriers, result.name.c_str());
  } else {
    tools::Printf("%11.2f %11.2f %11.2f %8zu %9.2f %8.2f %7.1f %10zu %8zu  %s\n", result.us.median,
                  result.us.p90, result.raw_us, result.us.count, result.gflops, result.gbs,
                  100 * result.share, result.dispatches, result.barriers, result.name.c_str());
  }
  std::fflush(stdout);
}

}  // namespace litevk::bench
