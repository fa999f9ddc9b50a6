#include "bench/model/print.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/model/profile_table.h"
#include "runtime/base/count_text.h"
#include "runtime/base/printable.h"
#include "runtime/platform/files.h"
#include "tools/program/output.h"
#include "tools/run/where_text.h"

namespace litevk::bench {
namespace {

constexpr double kUsPerMs = 1000.0;
constexpr double kMebibyte = 1024.0 * 1024.0;

double Mebibytes(int64_t bytes) { return static_cast<double>(bytes) / kMebibyte; }

void PrintWhere(const BenchArguments& arguments, const std::optional<tools::GpuReport>& gpu) {
  tools::Printf("%s: ", arguments.graph.c_str());
  if (arguments.use_cpu) {
    tools::Printf("litevk's CPU kernels\n");
  } else if (!gpu.has_value()) {
    tools::Printf("delegate %s\n", arguments.external_delegate_path.c_str());
  } else if (gpu->device.empty()) {
    tools::Printf("litevk's CPU kernels, for want of a device: %s\n", gpu->device_message.c_str());
  } else {
    tools::Printf("%s\n", tools::WhereText(*gpu).c_str());
  }
  if (gpu.has_value() && !gpu->device.empty()) {
    for (const std::string& line : {gpu->policy, gpu->message}) {
      if (!line.empty()) tools::Printf("litevk: %s\n", line.c_str());
    }
  }
}

// Prints benchmark_model's lines, which scripts look for.
void PrintDelegation(const Delegation& delegation) {
  tools::Printf("EXTERNAL delegate created.\n");
  if (delegation.kernels == 0) {
    tools::Printf(
        "Though EXTERNAL delegate is explicitly applied, the model graph will not be executed by the "
        "delegate.\n");
  } else if (delegation.is_complete) {
    tools::Printf(
        "Explicitly applied EXTERNAL delegate, and the model graph will be completely executed by the "
        "delegate.\n");
  } else {
    tools::Printf(
        "Explicitly applied EXTERNAL delegate, and the model graph will be partially executed by the "
        "delegate "
        "w/ %d delegate kernels.\n",
        delegation.kernels);
  }
}

void PrintColdStart(const ColdStart& cold, const std::optional<tools::GpuReport>& gpu, bool is_cold) {
  tools::Printf("\ncold start, ms, drivers' caches %s\n",
                is_cold ? "empty" : "as they were (--cold starts with empty ones)");
  tools::Printf("  %-16s %10.3f\n", "load", cold.load_ms);
  tools::Printf("  %-16s %10.3f\n", "plan", cold.plan_ms);
  tools::Printf("  %-16s %10.3f", "prepare", cold.prepare_ms);
  if (gpu.has_value() && gpu->programs > 0) {
    tools::Printf(
        "   of which tuning %.3f, plan %.3f, pipelines %.3f, upload %.3f, first use of the pipelines %.3f",
        gpu->totals.tuning_ms, gpu->totals.plan_ms, gpu->totals.pipelines_ms, gpu->totals.upload_ms,
        gpu->totals.first_use_ms);
  }
  tools::Printf("\n  %-16s %10.3f\n", "first inference", cold.first_ms);
  tools::Printf("  %-16s %10.3f\n", "total", cold.load_ms + cold.plan_ms + cold.prepare_ms + cold.first_ms);
}

void PrintSteady(const Statistics& steady) {
  tools::Printf("\nsteady state, ms, %s\n", CountText(steady.count, "run").c_str());
  tools::Printf("  %10s %10s %10s %10s %10s %10s\n", "median", "p10", "p90", "min", "max", "mean");
  tools::Printf("  %10.3f %10.3f %10.3f %10.3f %10.3f %10.3f\n", steady.median, steady.p10, steady.p90,
                steady.min, steady.max, steady.mean);
}

void PrintCpu(const std::optional<tools::CpuTimes>& cpu) {
  if (!cpu.has_value()) return;
  const char* more = cpu->problem.empty() ? "; --advise compares with ai-edge-litert's" : "";
  tools::Printf("%s%s\n", tools::ToString(*cpu).c_str(), more);
}

void PrintResources(const MemoryUse& memory, const std::optional<tools::GpuReport>& gpu) {
  tools::Printf("\nmemory, MiB\n");
  if (gpu.has_value() && gpu->programs > 0) {
    const tools::ProgramTotals& totals = gpu->totals;
    tools::Printf("  device: arena %.3f, inputs and outputs %.3f, weights %.3f\n",
                  Mebibytes(totals.arena_bytes), Mebibytes(totals.io_bytes),
                  Mebibytes(totals.constant_bytes));
    tools::Printf("  staging: inputs and outputs %.3f, weights while they are uploaded %.3f\n",
                  Mebibytes(totals.staging_bytes), Mebibytes(totals.upload_staging_bytes));
  }
  tools::Printf("  host: peak resident %.1f\n", Mebibytes(memory.peak_rss_bytes));
  if (gpu.has_value() && gpu->programs > 0) {
    tools::Printf("\n%ld dispatches, %ld barriers, %ld copies, %ld pipelines\n",
                  static_cast<long>(gpu->totals.dispatches), static_cast<long>(gpu->totals.barriers),
                  static_cast<long>(gpu->totals.copies), static_cast<long>(gpu->totals.pipelines));
  }
}

// Prints the lines that scripts look for in benchmark_model's output.
void PrintFinalLines(const Measurement& measurement) {
  const ColdStart& cold = measurement.cold_start;
  const MemoryUse& memory = measurement.memory;
  tools::Printf(
      "\nInference timings in us: Init: %.0f, First inference: %.0f, Warmup (avg): %.6g, "
      "Inference (avg): %.6g\n",
      kUsPerMs * (cold.load_ms + cold.plan_ms + cold.prepare_ms), kUsPerMs * cold.first_ms,
      kUsPerMs * measurement.warmup_ms.mean, kUsPerMs * measurement.steady_ms.mean);
  tools::Printf("Memory footprint delta from the start of the tool (MB): init=%.6g overall=%.6g\n",
                Mebibytes(memory.init_rss_bytes - memory.start_rss_bytes),
                Mebibytes(memory.peak_rss_bytes - memory.start_rss_bytes));
}

}  // namespace

void Print(const BenchArguments& arguments, const Measurement& measurement) {
  PrintWhere(arguments, measurement.gpu);
  for (const std::string& note : measurement.notes) tools::Printf("litevk: %s\n", Printable(note).c_str());
  if (!arguments.use_cpu) PrintDelegation(measurement.delegation);
  PrintColdStart(measurement.cold_start, measurement.gpu, arguments.cold);
  PrintSteady(measurement.steady_ms);
  PrintCpu(measurement.cpu);
  PrintResources(measurement.memory, measurement.gpu);
  if (arguments.enable_op_profiling && measurement.profile.has_value()) {
    PrintProfile(measurement.profile->operators, measurement.profile->runs_ms);
  }
  PrintFinalLines(measurement);
}

Status WriteJson(const std::filesystem::path& path, const nlohmann::ordered_json& json) {
  // Names in a model file need not be UTF-8.
  return WriteFileAtomically(path.string(), JsonText(json, 2) + "\n");
}

}  // namespace litevk::bench
