// Adds the sums of the slices of a tile: the invocations with equal x and y, along z. Slices exchange a round of pixels
// at a time, one pixel per slice, so that each slice adds up one of them. The tiles that PlanConvTiles plans need at
// most 16 KB of shared memory. One slice needs neither shared memory nor barriers.
// Include after common/conv_tile.glsl.

const uint kLanesOfSlice = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
const uint kExchanged = gl_WorkGroupSize.z == 1 ? 1 : gl_WorkGroupSize.z * gl_WorkGroupSize.z * kLanesOfSlice;
shared vec4 partial[kExchanged];  // [pixel of the round][slice][lane of the slice]

uint Rounds() { return (kTile + Slices() - 1) / Slices(); }
// Returns the pixel of a round whose total this invocation gets; may be beyond the tile.
uint PixelOf(const uint round) { return round * Slices() + gl_LocalInvocationID.z; }

// Returns the total of pixel PixelOf(round). All invocations of the workgroup call this for every round in order. The
// order of the additions is fixed.
vec4 Total(const uint round) {
  if (Slices() == 1) return sums[round];
  const uint lane = gl_LocalInvocationID.y * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (round > 0) barrier();
  [[unroll]] for (uint p = 0; p < Slices(); ++p) {
    if (round * Slices() + p >= kTile) break;
    partial[(p * Slices() + gl_LocalInvocationID.z) * kLanesOfSlice + lane] = sums[round * Slices() + p];
  }
  barrier();
  vec4 total = vec4(0.0);
  [[unroll]] for (uint s = 0; s < Slices(); ++s) {
    total += partial[(gl_LocalInvocationID.z * Slices() + s) * kLanesOfSlice + lane];
  }
  return total;
}
