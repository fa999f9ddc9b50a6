#include "bench/model/measure.h"

#include <utility>

#include "bench/model/timed_runs.h"
#include "runtime/platform/memory_use.h"
#include "tools/program/interrupt.h"

namespace litevk::bench {
namespace {

// Runs the model for about a second.
Result<tools::CpuTimes> MeasureCpu(const BenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(const auto session, ModelSession::Create(arguments, Backend(), false));
  const RunLimits limits = {.min_runs = arguments.num_runs, .max_secs = 1, .what = "runs on the CPU"};
  LITEVK_ASSIGN_OR_RETURN(auto times, TimedRuns(*session, limits));
  if (times.empty()) times.push_back(session->cold_start().first_ms);
  return tools::CpuTimes{.ms = std::move(times), .outputs = session->outputs()};
}

// Returns the CPU times that are printed beside a device's. A custom operator without a CPU kernel is
// reported but is no error. Outputs that are to be compared are always computed, however long that takes.
std::optional<tools::CpuTimes> CpuTimesOf(const BenchArguments& arguments, const Measurement& measurement) {
  const auto measure = [&] { return MeasureCpu(arguments); };
  if (arguments.compare != "cpu") {
    return tools::CpuTimesBeside(measurement.delegation.kernels, measurement.gpu, measure);
  }
  if (tools::WasInterrupted()) return std::nullopt;
  return tools::MeasuredOnCpu(measure);
}

}  // namespace

Result<Measurement> Measure(const BenchArguments& arguments, const Backend& backend) {
  Measurement measurement;
  measurement.options = backend.options;
  measurement.memory.start_rss_bytes = PeakMemoryBytes();
  LITEVK_ASSIGN_OR_RETURN(auto session, ModelSession::Create(arguments, backend, false));
  session->TellSignature();
  measurement.notes = session->Notes();
  measurement.cold_start = session->cold_start();
  measurement.delegation = session->delegation();
  measurement.inputs = session->inputs();
  measurement.outputs = session->outputs();
  if (!arguments.compare.empty()) measurement.tolerances = session->MakeTolerances(arguments.graph);
  if (arguments.require_full_delegation && !measurement.delegation.is_complete) {
    return InvalidArgument("--require_full_delegation: the delegate leaves nodes of the model to the CPU");
  }
  measurement.memory.init_rss_bytes = PeakMemoryBytes();
  // The first inference counts as the first warm-up run, as in benchmark_model.
  LITEVK_ASSIGN_OR_RETURN(auto warmup, TimedRuns(*session, {.min_runs = arguments.warmup_runs - 1,
                                                            .min_secs = arguments.warmup_min_secs,
                                                            .max_secs = arguments.max_secs,
                                                            .what = "warm-up"}));
  warmup.insert(warmup.begin(), measurement.cold_start.first_ms);
  measurement.warmup_ms = Summarize(std::move(warmup));
  LITEVK_ASSIGN_OR_RETURN(auto steady, TimedRuns(*session, TimedLimits(arguments)));
  measurement.steady_ms = Summarize(std::move(steady));
  measurement.memory.peak_rss_bytes = PeakMemoryBytes();
  LITEVK_ASSIGN_OR_RETURN(measurement.gpu, session->ReadReport());
  session.reset();
  measurement.cpu = CpuTimesOf(arguments, measurement);
  // A page shows what was measured even after Ctrl-C: one run is profiled for it.
  if (arguments.WantsPictures() || (arguments.enable_op_profiling && !tools::WasInterrupted())) {
    LITEVK_ASSIGN_OR_RETURN(measurement.profile, ProfileModel(arguments, backend));
  }
  return measurement;
}

}  // namespace litevk::bench
