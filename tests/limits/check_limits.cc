// litevk-check-limits FOLDER [--one-each]: plans every operator case below the folder for devices with
// artificially small limits, without a device. A node must be refused with a diagnostic, or its dispatches
// must stay within the limits. With --one-each each case is planned for one device, in turn: all cases for
// each device take minutes under the sanitizers.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/model/model.h"
#include "tests/limits/check_model.h"

namespace litevk::limits {
namespace {

struct SmallDevice {
  std::string name;
  std::function<void(gpu::DeviceLimits&)> shrink;
};

// Devices with one limit each below that of any device in the README, so that small cases reach it.
const std::vector<SmallDevice>& SmallDevices() {
  static const std::vector<SmallDevice> devices = {
      {"floor", [](gpu::DeviceLimits&) {}},
      {"range_64", [](gpu::DeviceLimits& limits) { limits.max_storage_buffer_range_bytes = 64; }},
      {"range_1024", [](gpu::DeviceLimits& limits) { limits.max_storage_buffer_range_bytes = 1024; }},
      {"allocation_1024", [](gpu::DeviceLimits& limits) { limits.max_allocation_bytes = 1024; }},
      {"workgroups_2",
       [](gpu::DeviceLimits& limits) {
         limits.max_workgroup_count = {2, 2, 2};
       }},
      {"workgroups_16",
       [](gpu::DeviceLimits& limits) {
         limits.max_workgroup_count = {16, 16, 16};
       }},
      {"workgroups_y_1",
       [](gpu::DeviceLimits& limits) {
         limits.max_workgroup_count = {65535, 1, 1};
       }},
      {"texels_16",
       [](gpu::DeviceLimits& limits) {
         limits.max_texel_buffer_elements = 16;
         limits.max_bound_texel_buffers = 8;
         limits.profile.prefers_texel_loads = true;
       }},
      {"iterations_8", [](gpu::DeviceLimits& limits) { limits.max_loop_iterations = 8; }},
      {"iterations_300", [](gpu::DeviceLimits& limits) { limits.max_loop_iterations = 300; }},
      {"lanes_8",
       [](gpu::DeviceLimits& limits) {
         limits.subgroup_size = 8;
         limits.runs_on_cpu = true;
       }},
  };
  return devices;
}

std::vector<std::filesystem::path> ModelsBelow(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().filename() == "model.tflite") models.push_back(entry.path());
  }
  std::ranges::sort(models);
  return models;
}

// Plans the models for the device and returns how many failed.
int CheckModels(const SmallDevice& device, const std::vector<std::filesystem::path>& models, Tally& tally) {
  gpu::DeviceLimits limits;
  device.shrink(limits);
  int failures = 0;
  for (const auto& path : models) {
    const auto model = Model::FromFile(path.string());
    // A case of a damaged file has no model.
    const Status status = model.ok() ? CheckModel(**model, limits, tally) : Status();
    if (status.ok()) continue;
    ++failures;
    std::cout << device.name << " " << path.parent_path().string() << ": " << status.message() << "\n";
  }
  std::cout << device.name << ": " << models.size() << " models, " << tally.delegated
            << " nodes for the device, " << tally.left_to_cpu << " of these not when they are planned, "
            << tally.refused << " refused\n";
  return failures;
}

int CheckFolder(const std::filesystem::path& folder, bool is_one_each) {
  const std::vector<std::filesystem::path> models = ModelsBelow(folder);
  const size_t devices = SmallDevices().size();
  int failures = models.empty() ? 1 : 0;
  bool has_delegated = false;
  for (size_t turn = 0; turn < devices; ++turn) {
    std::vector<std::filesystem::path> taken;
    for (size_t index = 0; index < models.size(); ++index) {
      if (!is_one_each || index % devices == turn) taken.push_back(models[index]);
    }
    Tally tally;
    failures += CheckModels(SmallDevices()[turn], taken, tally);
    has_delegated = has_delegated || tally.delegated >= static_cast<int>(taken.size()) / 4;
  }
  if (!has_delegated) ++failures;
  std::cout << failures << " failures\n";
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace litevk::limits

int main(int argc, char** argv) {
  const bool is_one_each = argc == 3 && std::string_view(argv[2]) == "--one-each";
  if (argc != 2 && !is_one_each) {
    std::cerr << "usage: litevk-check-limits FOLDER [--one-each]\n";
    return 2;
  }
  return litevk::limits::CheckFolder(argv[1], is_one_each);
}
