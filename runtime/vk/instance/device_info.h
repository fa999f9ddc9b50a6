// Properties of this machine's Vulkan devices as plain data: for choosing one, for litevk-devices and for
// error messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/graph/device_limits.h"

namespace litevk::vk {

enum class DeviceType { kOther, kIntegrated, kDiscrete, kVirtual, kCpu };

std::string_view DeviceTypeName(DeviceType type);  // "discrete"

// Features above the minimum (Vulkan 1.1, compute, storage buffers). They are detected, and can be disabled.
enum class Feature : uint32_t {
  kSubgroups,           // arithmetic and shuffles within a subgroup of a compute shader
  kStorage16Bit,        // 16-bit elements of storage buffers
  kStorage8Bit,         // 8-bit elements of storage buffers
  kTexelBuffers,        // storage texel buffers of one and of four floats
  kTimestamps,          // timestamps on the compute queue
  kPipelineStatistics,  // registers and spills of a compiled pipeline
  kHostPointers,        // buffers in memory that the host has allocated
  kInt64,               // 64-bit integers in shaders
  kThreadSpreading,     // CPU drivers only: the driver's threads may be bound to cores
  kCoherentMemory,      // mapped memory that needs no flush, if the driver says so
  kMemoryHandles,       // buffers in memory that was exported as a file descriptor
  kDotProduct,          // dot products of packed int8, in shaders
};
inline constexpr uint32_t kFeatureCount = 12;

std::string_view FeatureName(Feature feature);  // "storage_16bit"
std::optional<Feature> FeatureFromName(std::string_view name);

class FeatureSet {
 public:
  bool has(Feature feature) const { return (bits_ & Bit(feature)) != 0; }
  void Add(Feature feature) { bits_ |= Bit(feature); }
  FeatureSet Without(FeatureSet other) const {
    FeatureSet result;
    result.bits_ = bits_ & ~other.bits_;
    return result;
  }
  uint32_t bits() const { return bits_; }

 private:
  static uint32_t Bit(Feature feature) { return 1U << static_cast<uint32_t>(feature); }

  uint32_t bits_ = 0;
};

struct DeviceInfo {
  uint32_t index = 0;  // enumeration order, to which the option device_id refers
  std::string name;
  std::string driver;  // name and version: "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
  DeviceType type = DeviceType::kOther;
  std::string api_version;           // "1.3.230"
  std::string pipeline_cache_id;     // changes whenever the driver's compiled pipelines change
  std::vector<std::string> missing;  // reasons why the device is unusable; empty: it is usable
  FeatureSet features;
  gpu::DeviceLimits limits;
  std::vector<std::string> subgroup_operations;  // in compute shaders: "basic", "arithmetic"
  std::vector<std::string> optional_extensions;  // extensions of potential interest that the device has
  uint32_t cores = 0;                            // DeviceIdentity::cores
  std::optional<uint32_t> queue_family;          // the compute family that litevk uses
  uint32_t timestamp_bits = 0;                   // valid timestamp bits of that family
  float timestamp_period_ns = 0;                 // per tick

  bool usable() const { return missing.empty(); }
};

}  // namespace litevk::vk
