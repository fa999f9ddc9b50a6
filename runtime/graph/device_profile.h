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
};

}  // namespace litevk::gpu
