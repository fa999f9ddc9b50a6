// The time that the CPU kernels take for a model, which stands beside a device's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/run/gpu_report.h"
#include "tools/run/session.h"

namespace litevk::tools {

struct CpuTimes {
  std::vector<double> ms;              // of each inference, in the order of the runs
  std::vector<Array> outputs;          // of the first one
  std::optional<double> estimated_ms;  // where measuring would take long, for what a device could run
  std::string problem;                 // why the CPU kernels cannot run the model; "": they can
};

using TimeOnCpu = std::function<Result<CpuTimes>()>;

// Returns the CPU's time for a model of which a delegate runs `partitions`. The time is `measure`'s unless
// `report` estimates a long one. Returns nothing where the timed runs themselves were on the CPU.
std::optional<CpuTimes> CpuTimesBeside(int partitions, const std::optional<GpuReport>& report,
                                       const TimeOnCpu& measure);

// Returns what `measure` finds, or why the CPU kernels cannot run the model.
CpuTimes MeasuredOnCpu(const TimeOnCpu& measure);

// Runs the model on the CPU kernels with these inputs: once, or several times where that is quick.
Result<CpuTimes> RunOnCpu(const std::filesystem::path& model, SessionOptions options,
                          const std::vector<Array>& inputs);

// Returns the median of times that are there.
double MedianMs(const CpuTimes& times);

// Returns "litevk's CPU kernels: median 1.234 ms, 3 runs", or an estimate that is called one.
std::string ToString(const CpuTimes& times);

}  // namespace litevk::tools
