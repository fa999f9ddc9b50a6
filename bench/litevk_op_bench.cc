// litevk-op-bench: speed of each operator on the GPU, relative to the device's peak. Measures the layers of
// known networks and the operator cases of the tests. Exit status: 0 ok, 1 a result is wrong, 2 bad usage, 3
// nothing can be measured. Statuses 2 and 3 come with one diagnostic on standard error.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/ops/run.h"
#include "runtime/base/printable.h"
#include "runtime/platform/files.h"
#include "runtime/vk/acquire_device.h"
#include "runtime/vk/device.h"
#include "tools/program/interrupt.h"
#include "tools/program/output.h"
#include "tools/program/program.h"

namespace litevk::bench {
namespace {

using tools::ExitStatus;

void List(const std::vector<Item>& items) {
  for (const Item& item : items) {
    const auto model = item.make(gpu::DeviceLimits());
    const std::string problem = model.ok() ? "" : ": " + model.status().message();
    tools::Printf("%-100s %s%s\n", NameOf(item, model).c_str(), item.source.c_str(), problem.c_str());
  }
}

// Checks output files before the measurement, which takes long.
Status CheckFiles(const OpBenchArguments& arguments) {
  for (const std::filesystem::path* path : {&arguments.json, &arguments.csv, &arguments.svg}) {
    if (!path->empty()) LITEVK_RETURN_IF_ERROR(CheckWritable(path->string()));
  }
  return {};
}

Status WriteFiles(const OpBenchArguments& arguments, const OpResults& results) {
  if (!arguments.json.empty()) {
    LITEVK_RETURN_IF_ERROR(WriteFileAtomically(arguments.json.string(), JsonText(ToJson(results), 2) + "\n"));
  }
  if (!arguments.csv.empty()) {
    LITEVK_RETURN_IF_ERROR(WriteFileAtomically(arguments.csv.string(), ToCsv(results)));
  }
  return arguments.svg.empty() ? Status() : WriteFileAtomically(arguments.svg.string(), ToSvg(results));
}

// Returns true if the result is an error. Cases that the device or its limits exclude are not errors; all
// other failures are.
bool IsWrong(const OpResult& result) {
  return !result.status.ok() && result.status.code() != StatusCode::kUnsupported;
}

Result<ExitStatus> Run(const OpBenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(auto items, CollectItems(arguments));
  if (arguments.list) {
    LITEVK_ASSIGN_OR_RETURN(items, FilterItems(arguments, gpu::DeviceLimits(), std::move(items)));
    List(items);
    return tools::kExitOk;
  }
  LITEVK_RETURN_IF_ERROR(CheckFiles(arguments));
  LITEVK_ASSIGN_OR_RETURN(const auto device, vk::AcquireDevice(tools::DeviceRequestOf(arguments.device)));
  LITEVK_ASSIGN_OR_RETURN(items, FilterItems(arguments, device->limits(), std::move(items)));
  tools::NoteInterrupt();
  LITEVK_ASSIGN_OR_RETURN(const OpResults results, RunItems(arguments, items, device));
  LITEVK_RETURN_IF_ERROR(WriteFiles(arguments, results));
  if (tools::WasInterrupted()) return tools::kExitInterrupted;
  return std::ranges::any_of(results.results, IsWrong) ? tools::kExitNegative : tools::kExitOk;
}

}  // namespace

int Main(int argc, char** argv) {
  return tools::GuardProgram("litevk-op-bench", [&] {
    CLI::App app("Measures operators on the GPU.", "litevk-op-bench");
    OpBenchArguments arguments;
    AddOptions(app, arguments);
    return tools::RunProgram(
        app, argc, argv, [&] { return CheckUsage(arguments); }, [&] { return Run(arguments); });
  });
}

}  // namespace litevk::bench

int main(int argc, char** argv) { return litevk::bench::Main(argc, argv); }
