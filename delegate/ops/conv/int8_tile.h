// The host's side of shaders/conv/int8_tile.glsl: convolutions of int8 values in tiles of pixels that share
// their weights.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "delegate/ops/conv/quantized_sums.h"
#include "delegate/ops/conv/tile_plan.h"
#include "delegate/views/image_strides.h"
#include "runtime/graph/divisor.h"

namespace litevk {

struct Int8TilePlan {
  TilePlan tiles;
  gpu::Variant variant;
  // True if sums have more products than a float adds exactly: the shader adds parts up in totals.
  bool is_long = false;
};
std::string NameOf(const Int8TilePlan& plan);
inline double TimeOf(const Int8TilePlan& plan) { return static_cast<double>(plan.tiles.time); }

// Returns the layout with the lanes of a workgroup.
QuantizedLayout WithLanes(QuantizedLayout layout, const gpu::DeviceLimits& limits);

// Returns the plans for `pixels` pixels of each group of a layout with lanes, the smallest estimate first.
// `variant` adds up floats. Weights of 4 bits have no plan of packed dot products. Weights of 32 bits are
// floats, or bytes for plans of packed dot products.
std::vector<Int8TilePlan> Int8TilePlans(const gpu::DeviceLimits& limits, const QuantizedLayout& layout,
                                        int64_t pixels, const gpu::Variant& variant, int weight_bits);

// Adds the filter, input `index` of int8 or int4, in TileFilterPacking.
gpu::TensorId AddTileWeights(Lowering& lowering, int index, const QuantizedLayout& layout);

// Sets the constants of a shader that includes int8_tile.glsl.
template <typename Spec>
void SetInt8Tile(const Int8TilePlan& plan, const QuantizedLayout& layout, const ConvWindow& window,
                 const ImageStrides& strides, Spec& spec) {
  constexpr uint32_t kQuad = 4;
  spec.kLocalSizeX = plan.tiles.lanes;
  spec.kLocalSizeY = plan.tiles.height;
  spec.kTile = plan.tiles.tile;
  spec.kSourceAligned = layout.inputs % 4 == 0 && strides.AreWhole(4);
  spec.kExactQuads = kExactProducts / kQuad;
  spec.kIsLong = plan.is_long;
  spec.kQuadInputs = std::min(static_cast<uint32_t>(layout.inputs), kQuad);
  SetWindow(window, spec);
}

// Sets the push constants of a shader that includes int8_tile.glsl. The input has `strides`, and `last_word`
// is the index of its last word.
template <typename Push>
void SetInt8Tile(const QuantizedLayout& layout, const ConvWindow& window, const ir::Shape& input,
                 const ImageStrides& strides, uint32_t last_word, const ir::Shape& output, Push& push) {
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  push.by_output_w = gpu::Divisor(u32(output[2]));
  push.by_output_h = gpu::Divisor(u32(output[1]));
  push.pixels = u32(output.Rows());
  push.output_w = u32(output[2]);
  push.output_h = u32(output[1]);
  push.input_h = input[1];
  push.input_w = input[2];
  SetStrides(strides, push);
  push.group_inputs = u32(layout.inputs);
  push.quads = layout.Quads();
  push.panels = layout.Panels();
  push.group_blocks = layout.Blocks();
  push.last_word = last_word;
  push.pad_top = window.pad_top;
  push.pad_left = window.pad_left;
}

}  // namespace litevk
