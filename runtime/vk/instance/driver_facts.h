// Everything that a driver reports of a device, as plain data. It is more than litevk uses (DeviceInfo), and
// helps to understand a remote device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace litevk::vk {

// VkPhysicalDeviceDriverProperties.
struct DriverIdentity {
  uint32_t id = 0;  // VkDriverId
  std::string name;
  std::string info;
  std::string conformance_version;  // "1.3.1.0"
};

// Numbers and flags of a device by their Vulkan names: "maxStorageBufferRange".
struct Limit {
  std::string name;
  std::variant<bool, uint64_t, double, std::vector<uint64_t>> value;
};

struct SubgroupSizes {
  uint32_t min_size = 0;
  uint32_t max_size = 0;
  uint32_t max_workgroup_subgroups = 0;
  std::vector<std::string> required_size_stages;  // stages in which a shader may request one of the sizes
};

struct SubgroupFacts {
  uint32_t size = 0;
  std::vector<std::string> stages;
  std::vector<std::string> operations;
  bool quad_in_all_stages = false;
  std::optional<SubgroupSizes> sizes;
};

struct MemoryHeap {
  uint64_t bytes = 0;
  std::vector<std::string> flags;
  // The driver's estimates of this process's budget and usage of the heap (VK_EXT_memory_budget).
  std::optional<uint64_t> budget_bytes;
  std::optional<uint64_t> usage_bytes;
};

struct MemoryType {
  uint32_t heap = 0;  // index of the heap
  std::vector<std::string> flags;
};

struct QueueFamily {
  std::vector<std::string> flags;
  uint32_t count = 0;
  uint32_t timestamp_bits = 0;
  bool chosen = false;  // true if litevk uses it
};

struct Extension {
  std::string name;
  uint32_t version = 0;
};

// The hardware units that run shaders. Only a few vendors' drivers report them, each with its own extension.
struct CoreFacts {
  std::optional<uint64_t> count;  // multiprocessors, compute units or shader cores
  std::vector<Limit> numbers;     // as the extensions name them
};

struct DriverFacts {
  uint32_t vendor_id = 0;
  uint32_t device_id = 0;
  uint32_t driver_version = 0;  // packed differently by each vendor
  std::optional<DriverIdentity> driver;
  std::vector<Limit> limits;
  std::vector<std::string> features;                  // those that the device has
  std::vector<std::string> accelerated_dot_products;  // integerDotProduct...Accelerated that are true
  std::optional<SubgroupFacts> subgroups;             // from Vulkan 1.1 on
  std::vector<MemoryHeap> heaps;
  std::vector<MemoryType> memory_types;
  std::vector<QueueFamily> queue_families;
  std::vector<Extension> extensions;
  CoreFacts cores;
};

}  // namespace litevk::vk
