// The time that the CPU kernels take for a model, to be printed beside a device's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/run/gpu_report.h"
#include "tools/run/session.h"

namespace litevk::tools {

struct CpuTimes {
  std::vector<double> ms;              // time of each inference, in the order of the runs
  std::vector<Array> outputs;          // outputs of the first inference
  std::optional<double> estimated_ms;  // estimate for the nodes on the device, if measuring would take long
  std::string problem;                 // why the CPU kernels cannot run the model; "": they can
};

using TimeOnCpu = std::function<Result<CpuTimes>()>;

// Returns the CPU's time for a model with so many `partitions` on a delegate. The time comes from `measure`,
// unless `report` estimates a long one. Returns nothing if the timed runs themselves were on the CPU.
std::optional<CpuTimes> CpuTimesBeside(int partitions, const std::optional<GpuReport>& report,
                                       const TimeOnCpu& measure);

// Returns the times of `measure`, or the reason why the CPU kernels cannot run the model.
CpuTimes MeasuredOnCpu(const TimeOnCpu& measure);

// Runs the model on the CPU kernels with these inputs: once, or several times if that is quick.
Result<CpuTimes> RunOnCpu(const std::filesystem::path& model, SessionOptions options,
                          const std::vector<Array>& inputs);

// Returns the median of `times.ms`, which must not be empty.
double MedianMs(const CpuTimes& times);

// Returns "litevk's CPU kernels: median 1.234 ms, 3 runs", or a sentence with the estimate.
std::string ToString(const CpuTimes& times);

}  // namespace litevk::tools
