// The split of a convolution's output into workgroups (docs/design/tiles.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/conv/pack.h"

namespace litevk {

// Invocations of a workgroup whose size neither shared memory nor a subgroup fixes.
inline constexpr uint32_t kInvocations = 64;
// Most slices of a workgroup of conv_2d.comp.
inline constexpr uint32_t kMaxSlices = 8;
// Number of lanes that share the pixels they load (kSharers of conv_tile.glsl). They are a subgroup of a
// device that prefers texel loads, and a workgroup's lanes on any CPU.
inline constexpr uint32_t kSharers = 8;
// Most lanes of a fully_connected.comp workgroup: few, so that many workgroups share a short output, and the
// other invocations share the inputs.
inline constexpr uint32_t kGemvLanes = 4;

// The largest workgroup width of at most 64 lanes, a power of two, that idles at most one lane in `idle`
// on `blocks` channel blocks.
uint32_t LanesFor(uint32_t blocks, uint32_t idle = 8);
// Returns LanesFor, but at most kSharers on a CPU, and always kSharers where texel loads are preferred. A GPU
// wants full lanes and as few different rows as possible in a wave. A driver that runs a subgroup as a vector
// of the CPU gains nothing from more lanes. On it few shapes for all layers mean few pipelines, and compiling
// them is most of the start.
uint32_t LanesOn(uint32_t blocks, const gpu::DeviceLimits& limits);

// Returns the workgroups of shaders that include common/tile_index.glsl: `panels` along x, `tiles` along y. A
// workgroup takes `height` tiles; z takes what exceeds the limit of y.
std::array<uint32_t, 3> TileGroups(uint32_t panels, uint32_t tiles, uint32_t height,
                                   const gpu::DeviceLimits& limits);

// How an output of `rows` rows of `width` pixels is split. For `tile` pixels of a row and one channel block,
// `slices` invocations (z) each sum a part of the input channels. A workgroup has `lanes` blocks (x) of
// `height` tiles (y).
struct TilePlan {
  uint32_t lanes = 1;
  uint32_t height = 1;
  uint32_t slices = 1;
  uint32_t tile = 1;
  uint32_t tiles_w = 1;  // tiles in a row
  uint32_t tiles = 1;    // tiles in all
  std::array<uint32_t, 3> workgroups = {1, 1, 1};
  int64_t time = 0;  // estimated, in the unit of Configuration::time
};
// "tile 8", "tile 8 slices 2".
std::string NameOf(const TilePlan& plan);

// Returns the plans for shaders that include common/conv_tile.glsl, at least one, the smallest estimate
// first. They have at most `max_slices` slices and tiles of at most `limits.profile.max_tile` pixels.
std::vector<TilePlan> ConvTileCandidates(const FilterLayout& layout, int64_t rows, int width,
                                         const gpu::Variant& variant, const gpu::DeviceLimits& limits,
                                         uint32_t max_slices = 1);
// Returns the first of ConvTileCandidates.
TilePlan PlanConvTiles(const FilterLayout& layout, int64_t rows, int width, const gpu::Variant& variant,
                       const gpu::DeviceLimits& limits, uint32_t max_slices = 1);

// True if a subgroup is lanes of only one tile and slice, so that they read the same pixels.
bool SlicesAreUniform(const TilePlan& plan, const gpu::DeviceLimits& limits);

}  // namespace litevk
