// The limits of a Vulkan device that planning depends on, as plain data. The defaults are the minima
// that the project requires of a device (README, "Vulkan floor"), so a plan made with them fits every one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "runtime/graph/device_profile.h"

namespace litevk::gpu {

// How a device computes the dot product of four int8 pairs in two words. It is unusable, emulated by several
// instructions, or an instruction of its own.
enum class PackedDotProduct : uint8_t { kNone, kEmulated, kAccelerated };

struct DeviceLimits {
  uint64_t max_storage_buffer_range_bytes = 1ULL << 27;  // 128 MiB
  uint64_t max_allocation_bytes = 1ULL << 30;            // size of an allocation, and of the buffer in it
  uint64_t storage_buffer_alignment_bytes = 256;         // alignment of the offsets of bound ranges
  std::array<uint32_t, 3> max_workgroup_count = {65535, 65535, 65535};
  std::array<uint32_t, 3> max_workgroup_size = {128, 128, 64};
  uint32_t max_workgroup_invocations = 128;
  uint32_t max_shared_memory_bytes = 16384;
  uint32_t max_push_constant_bytes = 128;
  uint32_t max_bound_storage_buffers = 8;        // maxPerStageDescriptorStorageBuffers
  uint32_t subgroup_size = 1;                    // 1: subgroup operations are not used
  uint32_t max_bound_texel_buffers = 4;          // maxPerStageDescriptorStorageImages, ...SampledImages
  uint64_t max_texel_buffer_elements = 65536;    // size of a texel buffer view
  uint64_t texel_buffer_alignment_bytes = 256;   // alignment of the offsets of views
  uint64_t host_pointer_alignment_bytes = 4096;  // alignment of host memory that becomes a buffer
  uint64_t memory_bytes = 1ULL << 30;            // size of the largest device-local heap
  // Most iterations of all loops of one invocation together (gpu::Dispatch::iterations): lavapipe ends them
  // there silently. Other devices have a time limit, set below that of watchdogs.
  uint64_t max_loop_iterations = 65535;
  PackedDotProduct dot_product = PackedDotProduct::kNone;
  // True if the driver runs shaders on a CPU. A subgroup is then a vector of the CPU, and a pipeline takes
  // long to compile compared with running it.
  bool runs_on_cpu = false;
  // The project's choices for the device; by default, nothing is limited.
  DeviceProfile profile;

  // Returns the largest size of a tensor, which must fit one binding and one allocation.
  constexpr uint64_t max_tensor_bytes() const {
    return std::min(max_storage_buffer_range_bytes, max_allocation_bytes);
  }
};

}  // namespace litevk::gpu
