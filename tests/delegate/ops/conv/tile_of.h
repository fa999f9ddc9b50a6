// Returns the tile that a dispatch computes with one invocation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "runtime/graph/gpu_graph.h"

namespace litevk {

// The constant_ids whose product is the tile, by shader.
inline const std::map<std::string_view, std::vector<uint32_t>> kTileConstants = {
    {"conv_2d", {3}},
    {"conv_2d_texels", {3}},
    {"conv_2d_scalar_texels", {3}},
    {"fully_connected", {3}},
    {"fully_connected_texels", {3}},
    {"transpose_conv", {3}},
    {"depthwise_conv_2d", {3, 4}},
    {"depthwise_conv_2d_texels", {3, 4}},
    {"pool_2d", {3, 4}},
    {"pool_2d_texels", {3, 4}},
    {"int8_tile_conv_2d", {3}}};

// Returns the tile in pixels; 0 if the shader has no tiles.
inline uint32_t TileOf(const gpu::Dispatch& dispatch) {
  const auto constants = kTileConstants.find(dispatch.shader->name);
  if (constants == kTileConstants.end()) return 0;
  uint32_t tile = 1;
  for (const uint32_t id : constants->second) {
    const auto found = std::ranges::find(dispatch.shader->spec_ids, id);
    EXPECT_NE(found, dispatch.shader->spec_ids.end());
    tile *= dispatch.spec[static_cast<size_t>(found - dispatch.shader->spec_ids.begin())];
  }
  return tile;
}

}  // namespace litevk
