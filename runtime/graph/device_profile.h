// How work is split on a device: what the project has decided for its class, as opposed to what the device
// says of itself (gpu::DeviceLimits).
#pragma once

#include <cstdint>
#include <string_view>

namespace litevk::gpu {

// The largest tile of all shaders, in pixels: kMaxTile of shaders/common/conv_tile.glsl where lanes share
// them.
inline constexpr uint32_t kLargestTile = 32;

struct DeviceProfile {
  std::string_view device_class = "unknown";  // a name of vk::ProfileOf
  // Pixels of the output, times four channels, that one invocation computes at most, from 1 to kLargestTile:
  // a larger tile shares the weights among more pixels, and spills where a thread has few registers
  // (docs/design/tiles.md). Lanes that share pixels take eight at least, whatever stands here.
  uint32_t max_tile = kLargestTile;
  // Pixels at most where sums have integer totals beside them, which take twice the registers.
  uint32_t max_long_tile = kLargestTile;
  // Whether tensors are better read as texel buffers than as storage buffers (docs/design/loads.md).
  bool prefers_texel_loads = false;
  // Workgroups of 64 invocations that run at once without slowing each other down: an estimate, a
  // middle-sized GPU's by default and a small number for a CPU. It decides how work is split, never
  // whether it fits.
  uint32_t parallel_workgroups = 96;
  // The scratch memory of one node takes at most one part in so many of the device's memory: a way to compute
  // that needs more of it is not taken.
  uint32_t scratch_divisor = 8;
};

}  // namespace litevk::gpu
