#include "bench/pictures/pictures.h"

#include <utility>

#include "bench/model/print.h"
#include "bench/pictures/model_explorer.h"
#include "bench/pictures/page.h"
#include "bench/pictures/trace.h"
#include "bench/probe/probe.h"
#include "runtime/platform/files.h"
#include "runtime/vk/acquire_device.h"
#include "tools/program/interrupt.h"
#include "tools/program/output.h"
#include "tools/program/progress.h"

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

Result<std::vector<tools::Departure>> CompareWithCpu(const BenchArguments& arguments, const Backend& backend,
                                                     const Profile& profile) {
  if (arguments.compare.empty() || !backend.delegate.has_value() || tools::WasInterrupted()) {
    return std::vector<tools::Departure>();
  }
  tools::SessionOptions options;
  options.signature = arguments.signature;
  options.delegate = backend.delegate->string();
  options.delegate_options = backend.options;
  // Claims every partition: each node is a partition of its own here, which seldom pays off.
  tools::ClaimEveryPartition(options.delegate, options.delegate_options);
  return tools::CompareNodes(arguments.graph, options, profile.inputs, {});
}

// Returns the peaks of the device that ran the model; none without a device, or if they cannot be
// measured.
std::optional<DevicePeaks> PeaksOf(const Profile& profile) {
  const bool has_dispatches = profile.gpu.has_value() && !profile.gpu->dispatches.empty();
  if (!has_dispatches || tools::WasInterrupted()) return std::nullopt;
  const tools::Progress progress("measuring what the device can do at most");
  vk::DeviceRequest request;
  request.device_name = profile.gpu->device;
  request.allow_cpu_device = true;
  const auto device = vk::AcquireDevice(request);
  if (!device.ok()) return std::nullopt;
  const auto peaks = MeasurePeaks(*device);
  if (!peaks.ok()) return std::nullopt;
  return *peaks;
}

Json AboutJson(const BenchArguments& arguments, const KeyValues& options, const Profile& profile) {
  Json about = {{"model", arguments.graph.filename().string()}, {"options", TextOf(options)}};
  if (!profile.gpu.has_value()) return about;
  about["device"] = profile.gpu->device;
  about["driver"] = profile.gpu->driver;
  about["litevk"] = profile.gpu->library_version;
  return about;
}

void PrintWritten(const char* option, const std::filesystem::path& path) {
  tools::Printf("%s: %s\n", option, path.c_str());
}

Status WriteTrace(const BenchArguments& arguments, const KeyValues& options, const Profile& profile,
                  const Timeline& timeline) {
  const std::string device = profile.gpu.has_value() ? profile.gpu->device : "";
  LITEVK_RETURN_IF_ERROR(
      WriteJson(arguments.trace, TraceJson(timeline, device, AboutJson(arguments, options, profile))));
  PrintWritten("--trace", arguments.trace);
  return {};
}

Status WriteNodes(const BenchArguments& arguments, const std::vector<ModelSubgraph>& subgraphs) {
  LITEVK_ASSIGN_OR_RETURN(const auto files, WriteNodeData(arguments.model_explorer, subgraphs));
  for (const auto& file : files) PrintWritten("--model-explorer", file);
  return {};
}

}  // namespace

Status WritePictures(const BenchArguments& arguments, const Backend& backend,
                     const Measurement& measurement) {
  if (!arguments.WantsPictures() || !measurement.profile.has_value()) return {};
  const Profile& profile = *measurement.profile;
  const Timeline timeline = MakeTimeline(profile);
  if (!arguments.trace.empty())
    LITEVK_RETURN_IF_ERROR(WriteTrace(arguments, backend.options, profile, timeline));
  if (arguments.html.empty() && arguments.model_explorer.empty()) return {};
  LITEVK_ASSIGN_OR_RETURN(const auto departures, CompareWithCpu(arguments, backend, profile));
  LITEVK_ASSIGN_OR_RETURN(const auto subgraphs, ReadNodes(arguments.graph, profile, departures));
  if (!arguments.model_explorer.empty()) LITEVK_RETURN_IF_ERROR(WriteNodes(arguments, subgraphs));
  if (arguments.html.empty()) return {};
  const Page page = {.about = AboutJson(arguments, backend.options, profile),
                     .measurement = measurement,
                     .timeline = timeline,
                     .subgraphs = subgraphs,
                     .peaks = PeaksOf(profile)};
  LITEVK_RETURN_IF_ERROR(WriteFileAtomically(arguments.html.string(), ToHtml(page)));
  PrintWritten("--html", arguments.html);
  return {};
}

}  // namespace litevk::bench
