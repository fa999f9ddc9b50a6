// The host's side of shaders/conv/int8_windows.glsl: depthwise convolutions of int8 values in tiles whose
// pixels share what they read.
#pragma once

#include "delegate/ops/conv/window_tile.h"
#include "delegate/views/image_strides.h"

namespace litevk {

// Sets the push constants of a shader that includes int8_windows.glsl. `strides` count words, or values if
// pixels are not whole words. `last` is the index of the input's last value.
template <typename Push>
void SetInt8Windows(const WindowTilePlan& plan, const ConvWindow& window, const ir::Shape& input,
                    const ImageStrides& strides, uint32_t last, const ir::Shape& output, Push& push) {
  const auto u32 = [](int64_t value) { return static_cast<uint32_t>(value); };
  SetTiles(plan, push);
  push.input_h = input[1];
  push.input_w = input[2];
  push.input_c = u32(input[3]);
  push.last_value = last;
  SetStrides(strides, push);
  push.output_h = u32(output[1]);
  push.output_w = u32(output[2]);
  push.blocks = GroupsFor(output[3], 4);
  push.pad_top = window.pad_top;
  push.pad_left = window.pad_left;
}

}  // namespace litevk
