// The limits of a Vulkan device that planning depends on, as plain data. The defaults are the minima
// that the project requires of a device (README, "Vulkan floor"), so a plan made with them fits every one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "runtime/graph/device_profile.h"

namespace litevk::gpu {

// How a device adds up the products of four pairs of int8 in two words: by no instruction that could be used,
// by one that is made of others, or by one of its own.
enum class PackedDotProduct : uint8_t { kNone, kEmulated, kAccelerated };

struct DeviceLimits {
  uint64_t max_storage_buffer_range_bytes = 1ULL << 27;  // 128 MiB
  uint64_t max_allocation_bytes = 1ULL << 30;            // of memory, and of the buffer in it
  uint64_t storage_buffer_alignment_bytes = 256;         // offsets of bound ranges
  std::array<uint32_t, 3> max_workgroup_count = {65535, 65535, 65535};
  std::array<uint32_t, 3> max_workgroup_size = {128, 128, 64};
  uint32_t max_workgroup_invocations = 128;
  uint32_t max_shared_memory_bytes = 16384;
  uint32_t max_push_constant_bytes = 128;
  uint32_t max_bound_storage_buffers = 8;        // maxPerStageDescriptorStorageBuffers
  uint32_t subgroup_size = 1;                    // 1: subgroup operations are not used
  uint32_t max_bound_texel_buffers = 4;          // maxPerStageDescriptorStorageImages, ...SampledImages
  uint64_t max_texel_buffer_elements = 65536;    // texels of a texel buffer view
  uint64_t texel_buffer_alignment_bytes = 256;   // offsets of views
  uint64_t host_pointer_alignment_bytes = 4096;  // of memory of the host that becomes a buffer
  uint64_t memory_bytes = 1ULL << 30;            // of its largest device-local heap
  // Iterations that the loops of one invocation make together at most (gpu::Dispatch::iterations): lavapipe
  // ends them there without a word. Other devices have a bound of time, below what watchdogs allow.
  uint64_t max_loop_iterations = 65535;
  PackedDotProduct dot_product = PackedDotProduct::kNone;
  // Whether the driver runs shaders on a CPU. Then a subgroup is a vector of that, and a pipeline takes long
  // to compile compared with running it.
  bool runs_on_cpu = false;
  // What the project makes of such a device; by default nothing is held back.
  DeviceProfile profile;

  // Returns the most bytes of a tensor, which one binding shows and one allocation holds.
  constexpr uint64_t max_tensor_bytes() const {
    return std::min(max_storage_buffer_range_bytes, max_allocation_bytes);
  }
};

}  // namespace litevk::gpu
