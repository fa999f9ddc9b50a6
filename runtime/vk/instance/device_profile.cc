#include "runtime/vk/instance/device_profile.h"

#include <algorithm>
#include <array>

namespace litevk::vk {
namespace {

// PCI vendor ids.
constexpr uint32_t kArm = 0x13b5;
constexpr uint32_t kBroadcom = 0x14e4;
constexpr uint32_t kIntel = 0x8086;
constexpr uint32_t kNvidia = 0x10de;
constexpr uint32_t kQualcomm = 0x5143;

// The device id of Turnip and of Qualcomm's own driver is the chip id: generation, major, minor and patch in
// a byte each. The Adreno 630 is 0x06030001, the 730 is 0x07030001. From the Adreno 740 on, the generation is
// 0x43 or more.
//
// Mesa lists all of them (src/freedreno/common/freedreno_devices.py), and counts the Adreno 702 (0x07002000)
// among the 6xx.
bool IsAdreno6xxOrOlder(const DeviceIdentity& identity) {
  constexpr uint32_t kAdreno702 = 0x070020;
  return identity.vendor_id == kQualcomm &&
         (identity.device_id >> 24 <= 6 || identity.device_id >> 8 == kAdreno702);
}

struct DeviceClass {
  std::string_view name;
  bool (*includes)(const DeviceIdentity& identity);
  uint32_t max_tile;
  uint32_t parallel_workgroups;
  uint32_t workgroups_per_core = 0;  // if not 0, the reported cores decide
  uint32_t max_long_tile = gpu::kLargestTile;
};

// Default numbers of workgroups that run at once. On a CPU, threads of the process run a few at a time.
constexpr uint32_t kOnCpu = 8;
constexpr uint32_t kOnGpu = gpu::DeviceProfile{}.parallel_workgroups;

// The first class that includes a device applies. docs/design/tiles.md explains the tiles. NVIDIA has three
// workgroups per core. Among 24, 96, 400 and 1600 on an H100 with 132 cores, 400 was best by a quarter
// (docs/benchmarks/nvidia_h100.md).
constexpr std::array<DeviceClass, 7> kClasses = {{
    {"cpu", [](const DeviceIdentity& identity) { return identity.is_cpu; }, gpu::kLargestTile, kOnCpu},
    {"mali", [](const DeviceIdentity& identity) { return identity.vendor_id == kArm; }, 4, kOnGpu, 0, 2},
    {"adreno_6xx", IsAdreno6xxOrOlder, 4, kOnGpu},
    {"intel", [](const DeviceIdentity& identity) { return identity.vendor_id == kIntel; }, 4, kOnGpu},
    {"v3d", [](const DeviceIdentity& identity) { return identity.vendor_id == kBroadcom; }, 4, kOnGpu},
    {"nvidia", [](const DeviceIdentity& identity) { return identity.vendor_id == kNvidia; }, 8, kOnGpu, 3},
    {"other", [](const DeviceIdentity&) { return true; }, 8, kOnGpu},
}};

}  // namespace

gpu::DeviceProfile ProfileOf(const DeviceIdentity& identity) {
  const auto* const found =
      std::ranges::find_if(kClasses, [&](const DeviceClass& row) { return row.includes(identity); });
  const uint32_t by_cores = identity.cores * found->workgroups_per_core;
  return {.device_class = found->name,
          .max_tile = found->max_tile,
          .max_long_tile = found->max_long_tile,
          .parallel_workgroups = by_cores > 0 ? by_cores : found->parallel_workgroups};
}

uint64_t MostLoopIterations(uint32_t vendor_id, bool is_cpu) {
  constexpr uint32_t kMesa = 0x10005;  // VK_VENDOR_ID_MESA
  return is_cpu && vendor_id == kMesa ? 65535 : uint64_t{1} << 20;
}

}  // namespace litevk::vk
