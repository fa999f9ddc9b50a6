// litevk-gpu-cost: the cost of models on a GPU that the machine need not have. RADV compiles for any AMD GPU
// family and reports registers, spills and waves of each pipeline; the rest is counted. Exit status: 0 ok, 1
// a budget is exceeded, 2 bad usage, 3 a model or the driver cannot be used. Statuses 1 to 3 come with
// diagnostics on standard error.
#include <CLI/CLI.hpp>
#include <cinttypes>

#include "bench/gpu_cost/budgets.h"
#include "bench/gpu_cost/model_cost.h"
#include "bench/gpu_cost/null_device.h"
#include "runtime/base/printable.h"
#include "runtime/platform/files.h"
#include "tools/program/output.h"
#include "tools/program/program.h"
#include "tools/program/progress.h"

namespace litevk::bench {
namespace {

using tools::ExitStatus;

struct Arguments {
  std::vector<std::filesystem::path> models;
  std::string family = "navi21";
  std::filesystem::path budgets;
  std::filesystem::path write_budgets;
  bool brief = false;
};

void AddOptions(CLI::App& app, Arguments& arguments) {
  app.add_option("models", arguments.models, "Model files")->check(CLI::ExistingFile);
  app.add_option("--family", arguments.family, "AMD GPU family, any that RADV knows, by its name there")
      ->capture_default_str();
  app.add_option("--budgets", arguments.budgets, "Fail where a cost is above the one in this JSON file");
  app.add_option("--write-budgets", arguments.write_budgets, "Write the costs as budgets into this file");
  app.add_flag("--brief", arguments.brief, "One line per model, without its pipelines");
}

void Print(const ModelCost& cost, bool brief) {
  tools::Printf("%s: %" PRId64 " of %" PRId64 " nodes, %" PRId64 " partition(s), %" PRId64
                " dispatches, %" PRId64 " workgroups, %" PRId64 " barriers, %zu pipelines, %" PRId64
                " SPIR-V instructions, compiled in %.0f ms, %" PRId64 " spilled registers\n",
                cost.model.c_str(), cost.delegated, cost.nodes, cost.partitions, cost.dispatches,
                cost.workgroups, cost.barriers, cost.pipelines.size(), cost.SpirvInstructions(),
                cost.CompileMs(), cost.SpilledRegisters());
  tools::Printf("  arena %" PRId64 " bytes (largest live set %" PRId64 "), prepacked weights %" PRId64
                " bytes, inputs and outputs %" PRId64 " bytes (and as many for staging on a card)\n",
                cost.arena_bytes, cost.live_bytes, cost.constant_bytes, cost.io_bytes);
  if (brief) return;
  tools::Printf("  %-24s %5s %5s %5s %7s %6s %7s %7s %7s %6s  %s\n", "shader", "SGPRs", "VGPRs", "waves",
                "spilled", "LDS", "code", "cycles", "SPIR-V", "ms", "first used by");
  for (const PipelineCost& pipeline : cost.pipelines) {
    tools::Printf("  %-24s %5" PRId64 " %5" PRId64 " %5" PRId64 " %7" PRId64 " %6" PRId64 " %7" PRId64
                  " %7" PRId64 " %7" PRId64 " %6.1f  %s\n",
                  pipeline.shader.c_str(), pipeline.sgprs, pipeline.vgprs, pipeline.waves, pipeline.spilled,
                  pipeline.lds_bytes, pipeline.code_bytes, pipeline.inverse_throughput,
                  pipeline.spirv_instructions, pipeline.compile_ms, pipeline.label.c_str());
  }
}

Result<ModelCost> CompiledCost(const std::filesystem::path& model, const vk::Device& device) {
  const tools::Progress progress("compiling " + Printable(model.string()));
  return CostOf(model, device);
}

Result<ExitStatus> Run(const Arguments& arguments) {
  if (!arguments.write_budgets.empty()) {
    LITEVK_RETURN_IF_ERROR(CheckWritable(arguments.write_budgets.string()));
  }
  LITEVK_ASSIGN_OR_RETURN(const auto device, AcquireNullDevice(arguments.family));
  tools::Printf("%s, %s\n", device->info().name.c_str(), device->info().driver.c_str());
  std::vector<ModelCost> costs;
  for (const std::filesystem::path& model : arguments.models) {
    LITEVK_ASSIGN_OR_RETURN(costs.emplace_back(), CompiledCost(model, *device));
    Print(costs.back(), arguments.brief);
  }
  if (!arguments.write_budgets.empty()) {
    LITEVK_RETURN_IF_ERROR(WriteBudgets(arguments.write_budgets, costs));
  }
  if (arguments.budgets.empty()) return tools::kExitOk;
  LITEVK_ASSIGN_OR_RETURN(const auto exceeded, CompareWithBudgets(arguments.budgets, costs));
  for (const std::string& diagnostic : exceeded)
    tools::PrintfError("litevk-gpu-cost: %s\n", diagnostic.c_str());
  return exceeded.empty() ? tools::kExitOk : tools::kExitNegative;
}

}  // namespace

int Main(int argc, char** argv) {
  return tools::GuardProgram("litevk-gpu-cost", [&] {
    CLI::App app("What models cost on an AMD GPU, which need not be there.", "litevk-gpu-cost");
    Arguments arguments;
    AddOptions(app, arguments);
    const auto check = [&] {
      return arguments.models.empty() ? InvalidArgument("a model file is missing; --help says more")
                                      : Status();
    };
    const auto run = [&] {
      return tools::RunProgram(app, argc, argv, check, [&] { return Run(arguments); });
    };
    return RunInChild(run, tools::kExitFailed, [](const std::string& diagnostic) {
      tools::PrintfError("litevk-gpu-cost: %s\n", diagnostic.c_str());
    });
  });
}

}  // namespace litevk::bench

int main(int argc, char** argv) { return litevk::bench::Main(argc, argv); }
