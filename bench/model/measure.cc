#include "bench/model/measure.h"

#include <sys/resource.h>

#include <utility>

#include "bench/model/timed_runs.h"
#include "tools/program/interrupt.h"

namespace litevk::bench {
namespace {

int64_t PeakRssBytes() {
  constexpr int64_t kBytesPerKib = 1024;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * kBytesPerKib;
}

}  // namespace

Result<Measurement> Measure(const BenchArguments& arguments, const Backend& backend) {
  Measurement measurement;
  measurement.options = backend.options;
  measurement.memory.start_rss_bytes = PeakRssBytes();
  LITEVK_ASSIGN_OR_RETURN(auto session, ModelSession::Create(arguments, backend, false));
  measurement.cold_start = session->cold_start();
  measurement.delegation = session->delegation();
  measurement.inputs = session->inputs();
  if (arguments.require_full_delegation && !measurement.delegation.is_complete) {
    return InvalidArgument("--require_full_delegation: the delegate leaves nodes of the model to the CPU");
  }
  measurement.memory.init_rss_bytes = PeakRssBytes();
  // The first inference is the first run of the warm-up, as in benchmark_model.
  LITEVK_ASSIGN_OR_RETURN(auto warmup, TimedRuns(*session, {.min_runs = arguments.warmup_runs - 1,
                                                            .min_secs = arguments.warmup_min_secs,
                                                            .max_secs = arguments.max_secs}));
  warmup.insert(warmup.begin(), measurement.cold_start.first_ms);
  measurement.warmup_ms = Summarize(std::move(warmup));
  LITEVK_ASSIGN_OR_RETURN(auto steady, TimedRuns(*session, TimedLimits(arguments)));
  measurement.steady_ms = Summarize(std::move(steady));
  measurement.memory.peak_rss_bytes = PeakRssBytes();
  LITEVK_ASSIGN_OR_RETURN(measurement.gpu, session->ReadReport());
  session.reset();
  if (!tools::WasInterrupted() && (arguments.enable_op_profiling || arguments.WantsPictures())) {
    LITEVK_ASSIGN_OR_RETURN(measurement.profile, ProfileModel(arguments, backend));
  }
  return measurement;
}

}  // namespace litevk::bench
