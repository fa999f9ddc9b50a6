// The split of an output into tiles for operators that slide a window over each channel by itself, such as
// depthwise convolution and pooling. The host's side of shaders/conv/window_tile.glsl.
#pragma once

#include <string>
#include <vector>

#include "delegate/ops/conv/conv_common.h"
#include "runtime/graph/divisor.h"

namespace litevk {

// Every invocation computes `height` rows of `width` pixels of an image for one block of four channels.
struct WindowTilePlan {
  uint32_t lanes = 1;      // channel blocks of a workgroup
  uint32_t per_group = 1;  // tiles of a workgroup
  uint32_t width = 1;
  uint32_t height = 1;
  uint32_t tiles_w = 1;  // tiles in a row of the output
  uint32_t tiles_h = 1;  // tiles in a column
  uint32_t tiles = 1;    // tiles in all
  std::array<uint32_t, 3> workgroups = {1, 1, 1};
  int64_t time = 0;  // estimated, in the unit of Configuration::time
};

// Sets the tiles of a shader that includes conv/window_tile.glsl.
template <typename Push>
void SetTiles(const WindowTilePlan& plan, Push& push) {
  push.by_tiles_w = gpu::Divisor(plan.tiles_w);
  push.by_tiles_h = gpu::Divisor(plan.tiles_h);
  push.tiles_w = plan.tiles_w;
  push.tiles_h = plan.tiles_h;
  push.tiles = plan.tiles;
}

// "tile 4x2", width first.
std::string NameOf(const WindowTilePlan& plan);

// Sets everything but the size of a plan's tiles, given that one invocation does `work`. A driver that runs
// on a CPU gets workgroups of `cpu_lanes` channel blocks.
void SpreadTiles(WindowTilePlan& plan, const ir::Shape& output, uint32_t cpu_lanes, int64_t work,
                 const gpu::DeviceLimits& limits);

// Returns the plans for the output, at least one, the smallest estimate first. Tiles have at most
// `limits.profile.max_tile` pixels. `has_weights`: every tap has a vector of its own beside the input's.
std::vector<WindowTilePlan> WindowTileCandidates(const ir::Shape& output, const ConvWindow& window,
                                                 bool has_weights, const gpu::DeviceLimits& limits);

// Returns the plan that the node is computed with.
WindowTilePlan ChooseWindowTiles(Lowering& lowering, const ir::Shape& output, const ConvWindow& window,
                                 bool has_weights);

// True if the channels' blocks fit into the x count of workgroups whatever the plan.
bool WindowTilesFit(int channels, const gpu::DeviceLimits& limits);

}  // namespace litevk
