// Shared part of the convolutions: one invocation accumulates kTile output pixels times four output channels. For every filter
// tap and every four input channels it loads four weight vectors and one input vector per pixel. One chain of sixteen
// multiply-adds per pixel follows.
//
// Layout of the weights (delegate/ops/conv/pack.h): [panel][tap][input][lane], vectors of four output channels. Lanes are the
// invocations of the workgroup in x. Include after defining the tensors `source` and `weights` and, with CONVERT_FLOAT16,
// kSourceFloat16.
//
// With SHARED_PIXELS the eight invocations of a subgroup are the lanes of one panel and work on the same pixels. Each loads
// every eighth pixel, and they exchange the values. This pays off on devices where a load costs more than a multiply-add
// (docs/design/loads.md).
#extension GL_EXT_control_flow_attributes : require
#include "common/image_strides.glsl"
#include "common/tile_index.glsl"

layout(constant_id = 3) const uint kTile = 4;        // at most kMaxTile, a multiple of kSharers
layout(constant_id = 4) const uint kInputTail = 0;   // input channels of a group modulo 4
layout(constant_id = 5) const bool kMayMiss = true;  // pixels may lie in the padding
layout(constant_id = 13) const uint kStep = 1;       // input blocks per loop iteration; divides the number of input blocks
// False if a group has fewer than four input channels, as in the first layer of most networks. The loop over blocks, half of
// the code to compile, is then left out.
layout(constant_id = 20) const bool kHasBlocks = true;

#include "common/shared_pixels.glsl"
const uint kMaxTaps = 3;  // taps of one filter row that share a loop iteration
vec4 sums[kMaxTile];
// Pixels that this invocation loads: index i holds pixel kSharers * i + SELF of the tile.
uint pixels[kMaxOwn * kMaxTaps];  // Place() of the input pixel's first channel; valid even outside the image
bool inside[kMaxOwn * kMaxTaps];  // false: the pixel lies in the padding and counts as zeros

uint Lanes() { return gl_WorkGroupSize.x; }
// Number of invocations, along z, that share the sum over the input channels of one tile.
uint Slices() { return gl_WorkGroupSize.z; }

// Offset of a float of `source`. It counts vectors if every pixel starts with a whole one, so that the hot loop adds and does
// not shift.
const bool kWholePixels = kInputTail == 0 && kSourceAligned;
uint Place(const uint element) { return OffsetIn(kWholePixels, element); }

// OffsetOf: offset of the pixel at index i for a tap of the loop iteration. IsInside: true if the pixel is inside the image. A
// shader that computes them without the arrays defines OWN_OFFSETS and its own versions.
#ifdef OWN_OFFSETS
uint OffsetOf(const uint i, const uint tap);
bool IsInside(const uint i, const uint tap);
#else
uint OffsetOf(const uint i, const uint tap) { return pixels[i]; }
bool IsInside(const uint i, const uint tap) { return inside[i]; }
#endif

vec4 LoadPixel(const uint offset, const uint block, const uint valid) {
#ifdef CONVERT_FLOAT16
  if (kSourceFloat16) return LoadFloat16_source(offset + block);
#endif
#ifndef SCALAR_SOURCE
  if (kWholePixels) return LoadVector_source(offset + block);
#endif
  return Load4_source(false, offset + block * 4, valid);
}

// Adds the products of one block of input channels. `weight` is the index of the lane's first weight vector, `block` the block
// of four input channels within the pixel. `valid` (1 to 4) and `tap` must be constant expressions.
void AccumulateInputs(const uint weight, const uint block, const uint valid, const uint tap) {
  const vec4 w0 = LoadVector_weights(weight);
  const vec4 w1 = valid > 1 ? LoadVector_weights(weight + Lanes()) : vec4(0.0);
  const vec4 w2 = valid > 2 ? LoadVector_weights(weight + Lanes() * 2) : vec4(0.0);
  const vec4 w3 = valid > 3 ? LoadVector_weights(weight + Lanes() * 3) : vec4(0.0);
  vec4 own[kMaxOwn];
  [[unroll]] for (uint i = 0; i < kTile / kSharers; ++i) {
    own[i] = LoadPixel(OffsetOf(i, tap), block, valid);
    if (kMayMiss) own[i] = mix(vec4(0.0), own[i], bvec4(IsInside(i, tap)));
  }
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const vec4 x = PIXEL(own, p);
    vec4 sum = x.x * w0 + sums[p];
    if (valid > 1) sum = x.y * w1 + sum;
    if (valid > 2) sum = x.z * w2 + sum;
    if (valid > 3) sum = x.w * w3 + sum;
    sums[p] = sum;
  }
}

// Returns the weight vectors between one tap and the next.
uint TapStride(const uint inputs) { return inputs * Lanes(); }

// Adds the slice's part of the `inputs` channels of `taps` consecutive taps; `taps` is a constant expression. `weight` is the
// index of the lane's first weight vector of the first tap. Pixels that several taps read are loaded once.
void AccumulateTaps(const uint weight, const uint inputs, const uint slice, const uint taps) {
  const uint blocks = kHasBlocks ? inputs / 4 : 0;
  const uint share = (blocks / kStep + Slices() - 1) / Slices() * kStep;
  const uint end = min((slice + 1) * share, blocks);
  uint next = weight + slice * share * Lanes() * 4;
  for (uint block = slice * share; block < end; block += kStep) {
    [[unroll]] for (uint s = 0; s < kStep; ++s) {
      [[unroll]] for (uint t = 0; t < taps; ++t) AccumulateInputs(next + t * TapStride(inputs), block + s, 4, t);
      next += Lanes() * 4;
    }
  }
  if (kInputTail != 0 && slice == Slices() - 1) {
    const uint last = weight + blocks * Lanes() * 4;
    [[unroll]] for (uint t = 0; t < taps; ++t) {
      AccumulateInputs(last + t * TapStride(inputs), blocks, kInputTail, t);
    }
  }
}
