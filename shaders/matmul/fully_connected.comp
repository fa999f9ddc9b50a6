#version 450
// Matrix multiplication with few rows: out[row][o] = epilogue(bias[o] + sum over i of in[row][i] * w[o][i]).
// The workgroup consists of `lanes` blocks of four outputs (x) times slices of the inputs (y). Every invocation
// sums its slice for kTile rows; the slices are then added in order. Workgroups: x = panels, y = tiles of rows.
// A workgroup has kInvocations invocations.
// Iterations: Ceil(inputs / 4, kLocalSizeY) + kTile * (1 + kLocalSizeY)
// Variant texels: TEXELS FETCH
// Variant scalar_texels: TEXELS FETCH SCALAR_SOURCE
// Variant ragged_texels: TEXELS FETCH RAGGED
// Variant ragged_scalar_texels: TEXELS FETCH SCALAR_SOURCE RAGGED
#extension GL_GOOGLE_include_directive : require
#include "common/tensor.glsl"
#define EPILOGUE_BINDING 4
#ifdef SCALAR_SOURCE
READ_SCALARS(0, source)
#else
READ_TENSOR(0, source)
#endif
READ_TENSOR(1, weights)
READ_TENSOR(2, bias)
WRITE_TENSOR(3, result)
#include "common/epilogue.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;
#include "common/conv_tile.glsl"
layout(constant_id = 6) const bool kAligned = true;  // outputs is a multiple of 4

layout(push_constant) uniform Push {
  uint inputs, outputs, rows;
  IMAGE_STRIDES_PUSH
};

const uint kInvocations = 64;
shared vec4 partial[kMaxTile][kInvocations];  // [row][slice * lanes + lane]

void AccumulateSlice(const uint lane, const uint slice) {
  const uint panel_weights = gl_WorkGroupID.x * TapStride(inputs) + lane;
  const uint slices = gl_WorkGroupSize.y;
  const uint whole_blocks = kHasBlocks ? inputs / 4 : 0;
  for (uint block = slice; block < whole_blocks; block += slices) {
    AccumulateInputs(panel_weights + block * 4 * Lanes(), block, 4, 0);
  }
  if (kInputTail != 0 && whole_blocks % slices == slice) {
    AccumulateInputs(panel_weights + whole_blocks * 4 * Lanes(), whole_blocks, kInputTail, 0);
  }
}

void main() {
  const uint lane = gl_LocalInvocationID.x;
  const uint slice = gl_LocalInvocationID.y;
  const uint first = gl_WorkGroupID.y * kTile;
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] = vec4(0.0);
    inside[p] = true;
    pixels[p] = Place(source_first + min(first + p, rows - 1) * source_pixel);
  }
  AccumulateSlice(lane, slice);
  [[unroll]] for (uint p = 0; p < kTile; ++p) partial[p][slice * Lanes() + lane] = sums[p];
  barrier();

  const uint block = gl_WorkGroupID.x * Lanes() + lane;
  const uint channel = block * 4;
  if (channel >= outputs) return;
  const uint valid = min(4u, outputs - channel);
  for (uint p = slice; p < kTile && first + p < rows; p += gl_WorkGroupSize.y) {
    vec4 sum = vec4(0.0);
    for (uint s = 0; s < gl_WorkGroupSize.y; ++s) sum += partial[p][s * Lanes() + lane];
    sum += LoadVector_bias(block);
    const uint offset = OffsetIn(kAligned, (first + p) * outputs + channel);
    Store4_result(kAligned, offset, valid, Epilogue(sum, kAligned, offset, channel, valid));
  }
}
