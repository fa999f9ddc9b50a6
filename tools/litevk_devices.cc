// litevk-devices: lists the Vulkan devices of this machine, in the order of the option device_id, and the
// features that each lacks. With --json, also prints all that their drivers report. Exit status:
//
// | 0 | there is a usable device (a CPU driver counts) |
// | 1 | there is none, or one answers wrong |
// | 2 | wrong command line |
// | 3 | no memory of a device could be occupied |
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "delegate/self_test/self_test.h"
#include "runtime/base/printable.h"
#include "runtime/vk/acquire_device.h"
#include "runtime/vk/instance/device_nodes.h"
#include "runtime/vk/instance/list_devices.h"
#include "tools/devices/device_choice.h"
#include "tools/devices/facts_json.h"
#include "tools/devices/occupy.h"
#include "tools/program/checks.h"
#include "tools/program/output.h"
#include "tools/program/program.h"

namespace litevk::tools {
namespace {

using vk::DeviceInfo;
using vk::Feature;

std::string Join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "none" : text;
}

std::vector<std::string> FeatureNames(vk::FeatureSet features) {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < vk::kFeatureCount; ++i) {
    const auto feature = static_cast<Feature>(i);
    if (features.has(feature)) names.emplace_back(vk::FeatureName(feature));
  }
  return names;
}

// Returns the verdict on a device. `chosen` is the device that a delegate takes with the same choice, or the
// reason why it takes none.
std::string Verdict(const DeviceInfo& device, const Result<uint32_t>& chosen, const std::string& why_cpu) {
  if (!device.usable()) return "missing: " + Join(device.missing);
  const bool is_cpu = device.type == vk::DeviceType::kCpu;
  const std::string usable = is_cpu ? "usable, a CPU driver: " : "usable: ";
  if (is_cpu && why_cpu.empty()) return usable + "only with allow_cpu_device=1";
  if (!chosen.ok() || *chosen != device.index) {
    return usable + "only with device_id=" + std::to_string(device.index);
  }
  return usable + "is used" + (is_cpu ? ", because " + why_cpu : "");
}

void PrintText(const DeviceInfo& device, const std::string& verdict) {
  constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
  Printf("device %u: %s\n", device.index, device.name.c_str());
  Printf("  driver       %s\n", device.driver.c_str());
  Printf("  type         %s\n", std::string(vk::DeviceTypeName(device.type)).c_str());
  Printf("  api version  %s\n", device.api_version.c_str());
  Printf("  memory       %.1f GiB\n", static_cast<double>(device.limits.memory_bytes) / kGibibyte);
  Printf("  features     %s\n", Join(FeatureNames(device.features)).c_str());
  Printf("  subgroups    %u invocations: %s\n", device.limits.subgroup_size,
         Join(device.subgroup_operations).c_str());
  Printf("  tiles        at most %u pixels (class %s)\n", device.limits.profile.max_tile,
         std::string(device.limits.profile.device_class).c_str());
  Printf("  workgroups   %u at once, as estimates count\n", device.limits.profile.parallel_workgroups);
  Printf("  extensions   %s\n", Join(device.optional_extensions).c_str());
  Printf("  verdict      %s\n", verdict.c_str());
}

nlohmann::json LimitsJson(const gpu::DeviceLimits& limits) {
  return {{"max_storage_buffer_range_bytes", limits.max_storage_buffer_range_bytes},
          {"max_allocation_bytes", limits.max_allocation_bytes},
          {"storage_buffer_alignment_bytes", limits.storage_buffer_alignment_bytes},
          {"max_workgroup_count", limits.max_workgroup_count},
          {"max_workgroup_size", limits.max_workgroup_size},
          {"max_workgroup_invocations", limits.max_workgroup_invocations},
          {"max_shared_memory_bytes", limits.max_shared_memory_bytes},
          {"max_push_constant_bytes", limits.max_push_constant_bytes},
          {"max_bound_storage_buffers", limits.max_bound_storage_buffers},
          {"subgroup_size", limits.subgroup_size}};
}

nlohmann::json ProfileJson(const gpu::DeviceProfile& profile) {
  return {{"device_class", profile.device_class},
          {"max_tile", profile.max_tile},
          {"parallel_workgroups", profile.parallel_workgroups}};
}

nlohmann::json DeviceJson(const DeviceInfo& device) {
  return {{"index", device.index},
          {"name", device.name},
          {"driver", device.driver},
          {"type", vk::DeviceTypeName(device.type)},
          {"api_version", device.api_version},
          {"memory_bytes", device.limits.memory_bytes},
          {"features", FeatureNames(device.features)},
          {"subgroup_operations", device.subgroup_operations},
          {"optional_extensions", device.optional_extensions},
          {"limits", LimitsJson(device.limits)},
          {"profile", ProfileJson(device.limits.profile)},
          {"usable", device.usable()},
          {"missing", device.missing}};
}

// Returns the device that a delegate takes with the same choice, or null and the reason why it takes none.
nlohmann::json ChosenJson(const std::vector<DeviceInfo>& devices, const DeviceChoice& choice) {
  const Result<uint32_t> chosen = vk::ChooseDevice(devices, DeviceRequestOf(choice));
  if (chosen.ok()) return {{"device_id", *chosen}, {"why_cpu_device", WhyCpuDevice(choice)}};
  return {{"device_id", nullptr}, {"problem", chosen.status().message()}};
}

void PrintJson(const vk::DeviceListing& listing, const std::vector<std::string>& problems,
               const DeviceChoice& choice) {
  nlohmann::json document = {{"schema_version", 1},
                             {"devices", nlohmann::json::array()},
                             {"chosen", ChosenJson(listing.devices, choice)},
                             {"problems", problems}};
  for (size_t i = 0; i < listing.devices.size(); ++i) {
    nlohmann::json json = DeviceJson(listing.devices[i]);
    json["driver_facts"] = FactsJson(listing.facts[i], listing.devices[i]);
    document["devices"].push_back(std::move(json));
  }
  Printf("%s\n", JsonText(document, 2).c_str());
}

void PrintTexts(const std::vector<DeviceInfo>& devices, const DeviceChoice& choice,
                const std::vector<std::string>& problems) {
  const Result<uint32_t> chosen = vk::ChooseDevice(devices, DeviceRequestOf(choice));
  for (const DeviceInfo& device : devices) PrintText(device, Verdict(device, chosen, WhyCpuDevice(choice)));
  for (const std::string& problem : problems) Printf("problem: %s\n", problem.c_str());
  if (chosen.ok() || choice.device.empty() || devices.empty()) return;
  Printf("problem: %s\n", chosen.status().message().c_str());
}

bool IsUsableGpu(const DeviceInfo& device) { return device.usable() && device.type != vk::DeviceType::kCpu; }

// Facts are gathered for JSON only: the text does not print them.
Result<vk::DeviceListing> List(bool with_facts) {
  if (with_facts) return vk::ListDevicesWithFacts();
  LITEVK_ASSIGN_OR_RETURN(std::vector<DeviceInfo> devices, vk::ListDevices());
  return vk::DeviceListing{.devices = std::move(devices), .facts = {}};
}

// Device nodes are opened only where they may be the reason why there is no GPU.
ExitStatus PrintDevices(bool json, const DeviceChoice& choice) {
  std::vector<std::string> problems;
  vk::DeviceListing listing;
  if (Result<vk::DeviceListing> found = List(json); found.ok()) {
    listing = std::move(*found);
    if (listing.devices.empty()) {
      problems.emplace_back(vk::kNoDevices);
    }
  } else {
    problems.push_back(found.status().message());
  }
  if (!std::ranges::any_of(listing.devices, IsUsableGpu)) {
    std::ranges::move(vk::DeviceNodeProblems(), std::back_inserter(problems));
  }
  if (json) {
    PrintJson(listing, problems, choice);
  } else {
    PrintTexts(listing.devices, choice, problems);
  }
  return std::ranges::any_of(listing.devices, &DeviceInfo::usable) ? kExitOk : kExitNegative;
}

// Prints a line for each question. Negative if an answer is wrong.
Result<ExitStatus> PrintSelfTest(const vk::DeviceRequest& request) {
  LITEVK_ASSIGN_OR_RETURN(const auto device, vk::AcquireDevice(request));
  LITEVK_ASSIGN_OR_RETURN(const auto answers, RunSelfTest(device));
  Printf("%s (%s)\n", device->info().name.c_str(), device->info().driver.c_str());
  for (const auto& [question, outcome] : OutcomesOf(answers))
    Printf("  %-14s %s\n", question.c_str(), outcome.c_str());
  const bool is_right = WhyRefused(answers).empty() && WrongFeatures(answers).bits() == 0;
  return is_right ? kExitOk : kExitNegative;
}

struct Arguments {
  bool json = false;
  bool self_test = false;
  std::optional<uint64_t> left_mib;
  DeviceChoice choice;
};

void AddOptions(CLI::App& app, Arguments& arguments) {
  // More than any device has, and still a number of bytes that 64 bits hold.
  constexpr int64_t kMostMib = int64_t{1} << 40;
  CLI::Option* const json =
      app.add_flag("--json", arguments.json, "Print JSON, with all that the drivers say");
  app.add_option(
         "--occupy-all-but", arguments.left_mib,
         "Instead take a device's memory until so many MiB are left, and hold it until standard input "
         "ends, to see what other programs do on a device that is nearly full")
      ->type_name("MIB")
      ->check(WholeNumber(0, kMostMib))
      ->excludes(json);
  app.add_flag("--self-test", arguments.self_test,
               "Instead ask a device questions with known answers, and print which it answers right")
      ->excludes(json);
  AddDeviceOptions(app, arguments.choice);
}

Result<ExitStatus> Run(const Arguments& arguments) {
  if (arguments.self_test) return PrintSelfTest(DeviceRequestOf(arguments.choice));
  if (!arguments.left_mib) return PrintDevices(arguments.json, arguments.choice);
  constexpr uint64_t kMebibyte = 1ULL << 20;
  LITEVK_RETURN_IF_ERROR(OccupyAllBut(*arguments.left_mib * kMebibyte, DeviceRequestOf(arguments.choice)));
  return kExitOk;
}

}  // namespace

int Main(int argc, char** argv) {
  return GuardProgram("litevk-devices", [&] {
    CLI::App app("The Vulkan devices of this machine, as litevk sees them", "litevk-devices");
    Arguments arguments;
    AddOptions(app, arguments);
    return RunProgram(
        app, argc, argv, [&] { return ApplyOptions(arguments.choice); }, [&] { return Run(arguments); });
  });
}

}  // namespace litevk::tools

int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
