#include "bench/ops/run.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include "bench/ops/table.h"
#include "runtime/base/stopwatch.h"
#include "tools/program/interrupt.h"
#include "tools/program/progress.h"

namespace litevk::bench {
namespace {

constexpr double kMsPerSecond = 1000;

// Takes the CPU time from Google Benchmark. The rows are our own: they hold data that Google Benchmark does
// not know.
class CpuTimeReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override { cpu_us = runs.front().GetAdjustedCPUTime(); }

  double cpu_us = 0;  // CPU time of an iteration of the last benchmark
};

// Google Benchmark takes C strings up to version 1.7 and std::string later, to which C strings convert.
const char* CString(const std::string& text) { return text.c_str(); }

std::string UtcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  std::array<char, 32> text = {};
  const size_t size = std::strftime(text.data(), text.size(), "%FT%T+00:00", &utc);
  return {text.data(), size};
}

RunContext ContextOf(const OpBenchArguments& arguments, const vk::DeviceInfo& device) {
  const benchmark::CPUInfo& cpus = benchmark::CPUInfo::Get();
#ifdef NDEBUG
  constexpr const char* kBuildType = "release";
#else
  constexpr const char* kBuildType = "debug";
#endif
  return {.date = UtcNow(),
          .host_name = benchmark::SystemInfo::Get().name,
          .executable = "litevk-op-bench",
          .num_cpus = cpus.num_cpus,
          .load_avg = cpus.load_avg,
          .build_type = kBuildType,
          .device = device.name,
          .driver = device.driver,
          .mode = arguments.mode,
          .types = arguments.types};
}

class Bench {
 public:
  Bench(const OpBenchArguments& arguments, std::shared_ptr<const vk::Device> device, const DevicePeaks& peaks)
      : arguments_(arguments), mode_(ModeOf(arguments)), device_(std::move(device)), peaks_(peaks) {}

  OpResult Run(const Item& item) {
    OpResult result = {.op = item.op, .source = item.source, .count = item.count};
    std::unique_ptr<OpProgram> program;
    auto model = item.make(device_->limits());
    result.name = NameOf(item, model);
    result.status = model.ok() ? Prepare(*model, program, result) : model.status();
    Time(program.get(), result);
    return result;
  }

 private:
  Status Prepare(const OpModel& model, std::unique_ptr<OpProgram>& program, OpResult& result) {
    result.type = TypeOf(model);
    result.cost = CostOf(model);
    LITEVK_ASSIGN_OR_RETURN(program, OpProgram::Build(model, device_));
    result.dispatches = program->stats().dispatches;
    result.barriers = program->stats().barriers;
    return program->Check();
  }

  // Warms up, and returns how many runs fill the requested time by the clock: device times alone may be too
  // short.
  Result<int64_t> Iterations(OpProgram& program) {
    constexpr int64_t kFewest = 5;
    Stopwatch watch;
    int64_t runs = 0;
    double spent_ms = 0;
    while (runs < kFewest || spent_ms < kMsPerSecond * arguments_.warm_up) {
      LITEVK_RETURN_IF_ERROR(program.RunUs(mode_).status());
      spent_ms += watch.LapMs();
      ++runs;
    }
    const double ms = std::max(spent_ms / static_cast<double>(runs), 1e-6);
    return std::max(kFewest, static_cast<int64_t>(kMsPerSecond * arguments_.min_time / ms));
  }

  // Registers, runs and removes one benchmark. If something failed before, its row shows the diagnostic.
  void Time(OpProgram* program, OpResult& result) {
    int64_t iterations = 1;
    if (result.status.ok()) {
      auto wanted = Iterations(*program);
      result.status = wanted.status();
      if (wanted.ok()) iterations = *wanted;
    }
    benchmark::RegisterBenchmark(CString(result.name),
                                 [&](benchmark::State& state) { Loop(state, program, result); })
        ->Iterations(iterations)
        ->MeasureProcessCPUTime()
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
    benchmark::RunSpecifiedBenchmarks(&reporter_);
    benchmark::ClearRegisteredBenchmarks();
    if (result.status.ok()) result.cpu_us = reporter_.cpu_us;
  }

  void Loop(benchmark::State& state, OpProgram* program, OpResult& result) {
    constexpr double kSecondsPerUs = 1e-6;
    std::vector<double> times;
    if (!result.status.ok()) state.SkipWithError(CString(result.status.message()));
    for ([[maybe_unused]] auto iteration : state) {
      const auto us = program->RunUs(mode_);
      if (!us.ok()) {
        result.status = us.status();
        state.SkipWithError(CString(result.status.message()));
        break;
      }
      times.push_back(*us);
      state.SetIterationTime(*us * kSecondsPerUs);
    }
    if (!result.status.ok()) return;
    SetTimes(peaks_, mode_, std::move(times), result);
    SetRates(peaks_, result);
  }

  const OpBenchArguments& arguments_;
  Mode mode_;
  std::shared_ptr<const vk::Device> device_;
  DevicePeaks peaks_;
  CpuTimeReporter reporter_;
};

Result<DevicePeaks> PeaksOf(const std::shared_ptr<const vk::Device>& device) {
  const tools::Progress progress("measuring what the device can do at most");
  return MeasurePeaks(device);
}

}  // namespace

Result<OpResults> RunItems(const OpBenchArguments& arguments, const std::vector<Item>& items,
                           const std::shared_ptr<const vk::Device>& device) {
  if (ModeOf(arguments) == Mode::kGpu && !device->features().has(vk::Feature::kTimestamps)) {
    return Unavailable(device->info().name + " has no timestamps; use --mode=submit");
  }
  OpResults results;
  results.context = ContextOf(arguments, device->info());
  LITEVK_ASSIGN_OR_RETURN(results.peaks, PeaksOf(device));
  PrintHeading(results);
  Bench bench(arguments, device, results.peaks);
  Stopwatch watch;
  double spent_ms = 0;
  for (const Item& item : items) {
    spent_ms += watch.LapMs();
    if (tools::WasInterrupted()) break;
    const bool is_late = arguments.max_seconds > 0 && spent_ms >= arguments.max_seconds * kMsPerSecond;
    if (is_late && !results.results.empty()) break;
    results.results.push_back(bench.Run(item));
    PrintRow(results.results.back());
  }
  return results;
}

}  // namespace litevk::bench
