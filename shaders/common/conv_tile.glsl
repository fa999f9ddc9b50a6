// What the convolutions share: one invocation accumulates kTile output pixels times four output
// channels. For every filter tap and every four input channels it loads four weight vectors and, per
// pixel, one vector of inputs, and runs one chain of sixteen multiply-adds.
//
// Weights (delegate/ops/pack.h): [panel][tap][input block][4 inputs][lane] of four output channels.
// Include after defining the tensors `source` and `weights`. Lanes are the workgroup in x.
#extension GL_EXT_control_flow_attributes : require

layout(constant_id = 3) const uint kTile = 4;        // at most kMaxTile
layout(constant_id = 4) const uint kInputTail = 0;   // input channels of a group modulo 4
layout(constant_id = 5) const bool kMayMiss = true;  // pixels may lie in the padding left or right

const uint kMaxTile = 8;
vec4 sums[kMaxTile];
uint pixels[kMaxTile];  // element index of the input pixel's first channel; valid even when missed
bool inside[kMaxTile];  // false: the pixel lies in the padding and counts as zeros

uint Lanes() { return gl_WorkGroupSize.x; }

// `weight` is the lane's first weight vector, `channel` the first input channel within the pixel;
// `valid` (1 to 4) must be a constant expression.
void AccumulateInputs(uint weight, uint channel, uint valid) {
  const vec4 w0 = weights_v4[weight];
  const vec4 w1 = weights_v4[weight + Lanes()];
  const vec4 w2 = weights_v4[weight + Lanes() * 2];
  const vec4 w3 = weights_v4[weight + Lanes() * 3];
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    vec4 x = Load4_source(kInputTail == 0, pixels[p] + channel, valid);
    if (kMayMiss) x = mix(vec4(0.0), x, bvec4(inside[p]));
    vec4 sum = fma(vec4(x.x), w0, sums[p]);
    if (valid > 1) sum = fma(vec4(x.y), w1, sum);
    if (valid > 2) sum = fma(vec4(x.z), w2, sum);
    if (valid > 3) sum = fma(vec4(x.w), w3, sum);
    sums[p] = sum;
  }
}

// All `inputs` channels of one tap. `weight` is the lane's first weight vector of that tap.
void AccumulateTap(uint weight, uint inputs) {
  for (uint block = 0; block < inputs / 4; ++block) {
    AccumulateInputs(weight, block * 4, 4);
    weight += Lanes() * 4;
  }
  if (kInputTail != 0) AccumulateInputs(weight, inputs - kInputTail, kInputTail);
}

// Vectors from one tap to the next.
uint TapStride(uint inputs) { return (inputs + 3) / 4 * 4 * Lanes(); }

// Index of the tile that this invocation computes: panels lie along x, tiles along y and, where the
// limit on the y count of workgroups would be passed, z.
uint TileIndex() {
  return (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_WorkGroupSize.y +
         gl_LocalInvocationID.y;
}
