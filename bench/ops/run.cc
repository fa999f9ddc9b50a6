#include "bench/ops/run.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "runtime/base/stopwatch.h"

namespace litevk::bench {
namespace {

// One line a benchmark, with what its counters hold.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) Print(run);
  }

  static void PrintHeader() {
    std::printf("\n%-56s %11s %11s %8s %9s %8s %7s %10s %8s\n", "benchmark", "median us", "p90 us", "runs",
                "GFLOP/s", "GB/s", "peak %", "dispatches", "barriers");
  }

 private:
  static void Print(const Run& run) {
    std::printf("%-56s ", run.run_name.function_name.c_str());
    if (run.error_occurred) {
      std::printf("%s\n", run.error_message.c_str());
    } else {
      const auto counter = [&](const char* name) { return run.counters.at(name).value; };
      std::printf("%11.2f %11.2f %8ld %9.2f %8.2f %7.1f %10.0f %8.0f\n", counter("median_us"),
                  counter("p90_us"), static_cast<long>(run.iterations), counter("gflops"), counter("gbs"),
                  counter("peak"), counter("dispatches"), counter("barriers"));
    }
    std::fflush(stdout);
  }
};

class Bench {
 public:
  Bench(const OpBenchArguments& arguments, std::shared_ptr<const vk::Device> device, const DevicePeaks& peaks)
      : arguments_(arguments), mode_(ModeOf(arguments)), device_(std::move(device)), peaks_(peaks) {}

  OpResult Run(const Item& item) {
    OpResult result = {
        .name = item.op + item.suffix, .op = item.op, .source = item.source, .count = item.count};
    std::unique_ptr<OpProgram> program;
    auto model = item.make(device_->limits());
    result.status = model.ok() ? Prepare(item, *model, program, result) : model.status();
    Time(program.get(), result);
    return result;
  }

 private:
  Status Prepare(const Item& item, const OpModel& model, std::unique_ptr<OpProgram>& program,
                 OpResult& result) {
    result.name = NameOf(model) + item.suffix;
    result.type = TypeOf(model);
    result.cost = CostOf(model);
    LITEVK_ASSIGN_OR_RETURN(program, OpProgram::Build(model, device_));
    result.dispatches = program->stats().dispatches;
    result.barriers = program->stats().barriers;
    return program->Check();
  }

  // What a run costs by the clock: device times alone may be too short to fill the time asked for.
  Result<int64_t> Iterations(OpProgram& program) {
    constexpr int64_t kFewest = 5;
    constexpr double kMsPerSecond = 1000;
    Stopwatch watch;
    for (int64_t run = 0; run < kFewest; ++run) LITEVK_RETURN_IF_ERROR(program.RunUs(mode_).status());
    const double ms = std::max(watch.LapMs() / kFewest, 1e-6);
    return std::max(kFewest, static_cast<int64_t>(kMsPerSecond * arguments_.min_time / ms));
  }

  Result<double> RunUs(OpProgram& program, size_t dispatches) {
    LITEVK_ASSIGN_OR_RETURN(const double us, program.RunUs(mode_));
    if (mode_ != Mode::kGpu) return us;
    return std::max(0.0, us - peaks_.empty_dispatch_us * static_cast<double>(dispatches));
  }

  // One benchmark, registered, run and forgotten; where something failed before, its row shows the sentence.
  void Time(OpProgram* program, OpResult& result) {
    int64_t iterations = 1;
    if (result.status.ok()) {
      auto wanted = Iterations(*program);
      result.status = wanted.status();
      if (wanted.ok()) iterations = *wanted;
    }
    benchmark::RegisterBenchmark(result.name.c_str(),
                                 [&](benchmark::State& state) { Loop(state, program, result); })
        ->Iterations(iterations)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
    benchmark::RunSpecifiedBenchmarks(&reporter_);
    benchmark::ClearRegisteredBenchmarks();
  }

  void Loop(benchmark::State& state, OpProgram* program, OpResult& result) {
    constexpr double kSecondsPerUs = 1e-6;
    std::vector<double> times;
    if (!result.status.ok()) state.SkipWithError(result.status.message().c_str());
    for ([[maybe_unused]] auto iteration : state) {
      const auto us = RunUs(*program, result.dispatches);
      if (!us.ok()) {
        result.status = us.status();
        state.SkipWithError(result.status.message().c_str());
        break;
      }
      times.push_back(*us);
      state.SetIterationTime(*us * kSecondsPerUs);
    }
    if (!result.status.ok()) return;
    result.us = Summarize(std::move(times));
    SetRates(peaks_, result);
    state.counters["median_us"] = result.us.median;
    state.counters["p90_us"] = result.us.p90;
    state.counters["gflops"] = result.gflops;
    state.counters["gbs"] = result.gbs;
    state.counters["peak"] = 100 * result.share;
    state.counters["dispatches"] = static_cast<double>(result.dispatches);
    state.counters["barriers"] = static_cast<double>(result.barriers);
  }

  const OpBenchArguments& arguments_;
  Mode mode_;
  std::shared_ptr<const vk::Device> device_;
  DevicePeaks peaks_;
  TableReporter reporter_;
};

}  // namespace

Result<OpResults> RunItems(const OpBenchArguments& arguments, const std::vector<Item>& items,
                           const std::shared_ptr<const vk::Device>& device) {
  if (ModeOf(arguments) == Mode::kGpu && !device->features().has(vk::Feature::kTimestamps)) {
    return Unavailable(device->info().name + " has no timestamps; use --mode=submit");
  }
  OpResults results = {.device = device->info().name, .mode = arguments.mode};
  LITEVK_ASSIGN_OR_RETURN(results.peaks, MeasurePeaks(device));
  std::printf("%s\npeaks, measured: %.1f GFLOP/s of multiply-adds, %.1f GB/s of copies\n",
              results.device.c_str(), results.peaks.gflops, results.peaks.gbs);
  std::printf("an empty dispatch: %.3f us on the device%s, %.1f us from submission to fence\n",
              results.peaks.empty_dispatch_us, ModeOf(arguments) == Mode::kGpu ? ", subtracted below" : "",
              results.peaks.empty_submit_us);
  TableReporter::PrintHeader();
  Bench bench(arguments, device, results.peaks);
  for (const Item& item : items) results.results.push_back(bench.Run(item));
  return results;
}

}  // namespace litevk::bench
