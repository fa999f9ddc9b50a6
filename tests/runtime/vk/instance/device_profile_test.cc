// Classes of devices, from the properties that their drivers report.
#include "runtime/vk/instance/device_profile.h"

#include <gtest/gtest.h>

#include <array>

namespace litevk::vk {
namespace {

struct Case {
  const char* device;
  DeviceIdentity identity;
  const char* device_class;
  uint32_t max_tile;
};

// Vendor and device ids as drivers report them. Sources: Mesa's code, and vulkan.gpuinfo.org for other
// drivers.
constexpr std::array<Case, 34> kCases = {{
    {"Mali-G610, PanVK", {0x13b5, 0xa8670000}, "mali", 4},
    {"Mali-G610, Arm", {0x13b5, 0xa8670005}, "mali", 4},
    {"Mali-G52, Arm", {0x13b5, 0x72120000}, "mali", 4},
    {"Turnip Adreno (TM) 610", {0x5143, 0x06010000}, "adreno_6xx", 4},
    {"Turnip Adreno (TM) 630", {0x5143, 0x06030001}, "adreno_6xx", 4},
    {"Turnip Adreno (TM) 660", {0x5143, 0x06060001}, "adreno_6xx", 4},
    {"Turnip Adreno (TM) 690", {0x5143, 0x06090000}, "adreno_6xx", 4},
    {"Adreno 7c+ Gen 3, Turnip", {0x5143, 0x06030500}, "adreno_6xx", 4},
    {"Turnip Adreno (TM) 702", {0x5143, 0x07002000}, "adreno_6xx", 4},
    {"Turnip Adreno (TM) 730", {0x5143, 0x07030001}, "other", 8},
    {"Turnip Adreno (TM) 740", {0x5143, 0x43050a01}, "other", 8},
    {"Turnip Adreno (TM) 750", {0x5143, 0x43051401}, "other", 8},
    {"Adreno X1-85, Turnip", {0x5143, 0x43050c01}, "other", 8},
    {"Adreno (TM) 830, Turnip", {0x5143, 0x44050001}, "other", 8},
    {"Adreno (TM) 540, Qualcomm", {0x5143, 0x05040001}, "adreno_6xx", 4},
    {"Adreno (TM) 640, Qualcomm", {0x5143, 0x06040001}, "adreno_6xx", 4},
    {"Adreno (TM) 730, Qualcomm", {0x5143, 0x07030001}, "other", 8},
    {"Adreno (TM) 740, Qualcomm", {0x5143, 0x43050a01}, "other", 8},
    {"Tiger Lake, ANV", {0x8086, 0x9a49}, "intel", 4},
    {"DG2, ANV", {0x8086, 0x56a0}, "intel", 4},
    {"Lunar Lake, ANV", {0x8086, 0x64a0}, "intel", 4},
    {"navi21, RADV", {0x1002, 0x73bf}, "other", 8},
    {"vega10, RADV", {0x1002, 0x6863}, "other", 8},
    {"navi31, AMD", {0x1002, 0x744c}, "other", 8},
    {"Xclipse 940, Samsung", {0x144d, 0x02600200}, "other", 8},
    {"Ampere, NVK", {0x10de, 0x2204}, "nvidia", 8},
    {"Ada, NVIDIA", {0x10de, 0x2684}, "nvidia", 8},
    {"Orin, NVIDIA", {0x10de, 0x97ba03d7}, "nvidia", 8},
    {"V3D 4.2, V3DV", {0x14e4, 0xbe485fd3}, "v3d", 4},
    {"V3D 7.1, V3DV", {0x14e4, 0x55701c33}, "v3d", 4},
    {"PowerVR", {0x1010, 0x36052182}, "other", 8},
    {"lavapipe", {0x10005, 0, true}, "cpu", gpu::kLargestTile},
    {"SwiftShader", {0x1ae0, 0xc0de, true}, "cpu", gpu::kLargestTile},
    {"no properties", {}, "other", 8},
}};

TEST(DeviceProfileTest, IsThatOfTheClass) {
  for (const Case& device : kCases) {
    const gpu::DeviceProfile profile = ProfileOf(device.identity);
    EXPECT_EQ(profile.device_class, device.device_class) << device.device;
    EXPECT_EQ(profile.max_tile, device.max_tile) << device.device;
  }
}

TEST(DeviceProfileTest, TotalsBesideSumsTakeSmallerTilesOnMali) {
  for (const Case& device : kCases) {
    const bool is_mali = device.device_class == std::string_view("mali");
    EXPECT_EQ(ProfileOf(device.identity).max_long_tile, is_mali ? 2U : gpu::kLargestTile) << device.device;
  }
}

TEST(DeviceProfileTest, CoresDecideHowManyWorkgroupsRunAtOnce) {
  DeviceIdentity h100 = {.vendor_id = 0x10de, .device_id = 0x2330};
  EXPECT_EQ(ProfileOf(h100).parallel_workgroups, gpu::DeviceProfile{}.parallel_workgroups);
  h100.cores = 132;
  EXPECT_EQ(ProfileOf(h100).parallel_workgroups, 396U);
  EXPECT_EQ(ProfileOf({.vendor_id = 0x8086, .cores = 132}).parallel_workgroups,
            gpu::DeviceProfile{}.parallel_workgroups);
}

TEST(DeviceProfileTest, LavapipeEndsLoopsEarlierThanTimeWould) {
  EXPECT_EQ(MostLoopIterations(0x10005, true), 65535U);
  EXPECT_EQ(MostLoopIterations(0x1ae0, true), uint64_t{1} << 20);    // SwiftShader
  EXPECT_EQ(MostLoopIterations(0x10005, false), uint64_t{1} << 20);  // a GPU behind one of Mesa's layers
  EXPECT_EQ(MostLoopIterations(0x10de, false), uint64_t{1} << 20);
}

TEST(DeviceProfileTest, ACpuIsOneWhateverItsVendor) {
  for (const Case& device : kCases) {
    DeviceIdentity identity = device.identity;
    identity.is_cpu = true;
    EXPECT_EQ(ProfileOf(identity).max_tile, gpu::kLargestTile) << device.device;
  }
}

}  // namespace
}  // namespace litevk::vk
