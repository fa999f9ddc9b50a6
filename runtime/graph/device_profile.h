// How work is split on a device. The project chooses this for the device's class, while gpu::DeviceLimits are
// what the device reports.
#pragma once

#include <cstdint>
#include <string_view>

namespace litevk::gpu {

// The largest tile of all shaders, in pixels: kMaxTile of shaders/common/conv_tile.glsl, where lanes share
// pixels.
inline constexpr uint32_t kLargestTile = 32;

struct DeviceProfile {
  std::string_view device_class = "unknown";  // a name of vk::ProfileOf
  // Most output pixels, times four channels, that one invocation computes, from 1 to kLargestTile. A larger
  // tile shares the weights among more pixels, and spills if a thread has few registers
  // (docs/design/tiles.md). Lanes that share pixels take at least eight in any case.
  uint32_t max_tile = kLargestTile;
  // Most pixels if sums also have integer totals, which take twice the registers.
  uint32_t max_long_tile = kLargestTile;
  // True if tensors are better read as texel buffers than as storage buffers (docs/design/loads.md).
  bool prefers_texel_loads = false;
  // False if the user switched Winograd's algorithm off (docs/design/winograd.md).
  bool winograd = true;
  // Estimated number of workgroups of 64 invocations that run at once without slowing each other down. The
  // default is a middle-sized GPU's; a CPU has a small number. It decides how work is split, never if it
  // fits.
  uint32_t parallel_workgroups = 96;
  // The scratch memory of one node is at most the device's memory divided by this. Algorithms that need more
  // are not used.
  uint32_t scratch_divisor = 8;
};

}  // namespace litevk::gpu
