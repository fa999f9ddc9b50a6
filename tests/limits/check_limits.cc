// litevk-check-limits FOLDER: plans every operator case below the folder for devices with artificially small
// limits, without a device. A node is either refused with a sentence, or its dispatches keep within the
// limits.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "runtime/model/model.h"
#include "tests/limits/check_model.h"

namespace litevk::limits {
namespace {

struct SmallDevice {
  std::string name;
  std::function<void(gpu::DeviceLimits&)> shrink;
};

// One limit each, below what any device of the README has, so that small cases meet it.
const std::vector<SmallDevice>& SmallDevices() {
  static const std::vector<SmallDevice> devices = {
      {"floor", [](gpu::DeviceLimits&) {}},
      {"range_64", [](gpu::DeviceLimits& limits) { limits.max_storage_buffer_range_bytes = 64; }},
      {"range_1024", [](gpu::DeviceLimits& limits) { limits.max_storage_buffer_range_bytes = 1024; }},
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

int CheckFolder(const std::filesystem::path& folder) {
  const std::vector<std::filesystem::path> models = ModelsBelow(folder);
  int failures = models.empty() ? 1 : 0;
  int delegated_at_floor = 0;
  for (const SmallDevice& device : SmallDevices()) {
    gpu::DeviceLimits limits;
    device.shrink(limits);
    Tally tally;
    for (const auto& path : models) {
      const auto model = Model::FromFile(path.string());
      // A case of a damaged file has none.
      const Status status = model.ok() ? CheckModel(**model, limits, tally) : Status();
      if (status.ok()) continue;
      ++failures;
      std::cout << device.name << " " << path.parent_path().lexically_relative(folder).string() << ": "
                << status.message() << "\n";
    }
    std::cout << device.name << ": " << models.size() << " models, " << tally.delegated
              << " nodes for the device, " << tally.left_to_cpu << " of these not when they are planned, "
              << tally.refused << " refused\n";
    delegated_at_floor = std::max(delegated_at_floor, tally.delegated);
  }
  if (delegated_at_floor < static_cast<int>(models.size()) / 4) ++failures;
  std::cout << failures << " failures\n";
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace litevk::limits

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: litevk-check-limits FOLDER\n";
    return 2;
  }
  return litevk::limits::CheckFolder(argv[1]);
}
