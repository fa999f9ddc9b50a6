#version 450
// Depthwise convolution with int8 weights for float layers, bit for bit as TFLite's reference kernel. The images were quantized
// by quantize_rows.comp, one row per image.
//
// Computes out = epilogue(bias + sum over taps of (pixel - zero point of the image) * weight * scales). The scales are those of
// the channel and of the image. conv/int8_windows.glsl describes tiles and sums.
// Iterations: ((kTileH - 1) * kStrideH + kFilterH * kDilationH) * (3 + (kTileW - 1) * kStrideW + kFilterW * kDilationW)
// Variant texels: TEXELS PAIRS
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
#include "common/quantized_words.glsl"
READ_WORD_TEXELS(0, source)
READ_WORD_TEXELS(1, weights)     // [tap][block]: words of four channels
READ_VECTOR_TEXELS(2, channels)  // [block]: scales, biases, sums of weights, four each
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"
#include "conv/window_tile.glsl"
#include "conv/int8_windows_size.glsl"
layout(constant_id = 13) const bool kPaired = false;        // blocks and the pixels of a tile are even numbers
layout(constant_id = 14) const bool kAligned = true;        // output channels are a multiple of 4
layout(constant_id = 15) const bool kSourceAligned = true;  // input channels are a multiple of 4
layout(constant_id = 16) const uint kMultiplier = 1;        // output channels of an input channel
layout(constant_id = 17) const bool kIsLong = false;        // more than 1,024 taps
#include "conv/dynamic_int8_result.glsl"

layout(push_constant) uniform Push {
  INT8_WINDOWS_PUSH
  uint channels_out;
  uint headers;  // index of the word where the scales and zero points of images begin
};

uint image_zeros;
#define ZEROS image_zeros
const float kFirstSum = 0.0;
#include "conv/int8_windows.glsl"

void main() {
  const WindowTile tile = MAKE_WINDOW_TILE(blocks);
  image_zeros = ZerosOf(tile.image, headers);
  AccumulateRows(tile);
  const DynamicInt8Channels own = LOAD_DYNAMIC_INT8_CHANNELS(channels, tile.block);
  const uint channel = tile.block * 4;
  const uint valid = min(4u, channels_out - channel);
  const uint pixel = OffsetIn(kAligned, channels_out);
  const uint first = tile.column * pixel + OffsetIn(kAligned, channel);  // first and last offset in the output's row
  const uint last = (output_w - 1) * pixel + OffsetIn(kAligned, channel);
  [[unroll]] for (uint p = 0; p < kTileH * kTileW; ++p) {
    const uint y = tile.row + p / kTileW;
    const uint x = tile.column + p % kTileW;
    const uint row = (tile.image * output_h + min(y, output_h - 1)) * (output_w * pixel);
    const uint offset = row + min(first + p % kTileW * pixel, last);
    const vec4 value = Epilogue(Scaled(SumOf(p), own, tile.image, headers), kAligned, offset, channel, valid);
    Put_result(kPaired, p, tile.exists && y < output_h && x < output_w, kAligned, offset, valid, value);
  }
}
