// litevk-op-bench: how fast the GPU runs each operator, on the layers of known networks and on the operator
// cases of the tests, against what the device can do at most. Exit status: 0 ok, 1 a result is wrong, 2 bad
// usage, 3 nothing can be measured; 2 and 3 with one sentence on standard error.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "bench/ops/output_file.h"
#include "bench/ops/run.h"
#include "runtime/vk/device.h"
#include "tools/program/program.h"

namespace litevk::bench {
namespace {

using tools::ExitStatus;

void List(const std::vector<Item>& items) {
  for (const Item& item : items) {
    const auto model = item.make(gpu::DeviceLimits());
    const std::string problem = model.ok() ? "" : ": " + model.status().message();
    std::printf("%-100s %s%s\n", NameOf(item, model).c_str(), item.source.c_str(), problem.c_str());
  }
}

// One that does not want a file has none.
using Output = std::optional<OutputFile>;

Result<Output> Open(const std::filesystem::path& path) {
  if (path.empty()) return Output();
  LITEVK_ASSIGN_OR_RETURN(OutputFile file, OutputFile::Open(path));
  return Output(std::move(file));
}

Status Write(Output& output, const std::string& text) { return output ? output->Write(text) : Status(); }

// The device's sentence names the delegate's option; this program has a flag.
Result<std::shared_ptr<const vk::Device>> AcquireDevice(const OpBenchArguments& arguments) {
  constexpr std::string_view kOption = "set allow_cpu_device=1 to use it";
  auto device = vk::AcquireDevice(DeviceRequestOf(arguments));
  if (device.ok()) return device;
  std::string message = device.status().message();
  for (size_t at = message.find(kOption); at != std::string::npos; at = message.find(kOption)) {
    message.replace(at, kOption.size(), "--allow-cpu-device takes it");
  }
  return Status(device.status().code(), std::move(message));
}

// What the device or its limits leave out is no mistake; everything else that failed is.
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
  // Before anything is measured, which takes long.
  LITEVK_ASSIGN_OR_RETURN(Output json, Open(arguments.json));
  LITEVK_ASSIGN_OR_RETURN(Output csv, Open(arguments.csv));
  LITEVK_ASSIGN_OR_RETURN(Output svg, Open(arguments.svg));
  LITEVK_ASSIGN_OR_RETURN(const auto device, AcquireDevice(arguments));
  LITEVK_ASSIGN_OR_RETURN(items, FilterItems(arguments, device->limits(), std::move(items)));
  LITEVK_ASSIGN_OR_RETURN(const OpResults results, RunItems(arguments, items, device));
  LITEVK_RETURN_IF_ERROR(Write(json, ToJson(results).dump(2) + "\n"));
  LITEVK_RETURN_IF_ERROR(Write(csv, ToCsv(results)));
  LITEVK_RETURN_IF_ERROR(Write(svg, ToSvg(results)));
  return std::ranges::any_of(results.results, IsWrong) ? tools::kExitNegative : tools::kExitOk;
}

}  // namespace

int Main(int argc, char** argv) {
  CLI::App app("Measures operators on the GPU.", "litevk-op-bench");
  OpBenchArguments arguments;
  AddOptions(app, arguments);
  return tools::RunProgram(
      app, argc, argv, [&] { return CheckUsage(arguments); }, [&] { return Run(arguments); });
}

}  // namespace litevk::bench

// CLI11 throws on contradictory definitions only, which would be ours.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return litevk::bench::Main(argc, argv); }
