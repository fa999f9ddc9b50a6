#version 450
// Computes out = epilogue(|in|) for complex numbers, each two words, the real part first. Input and output have the same dims,
// seen as rows of `channels` values. One invocation writes four neighbours of a row (fewer at its end).
#extension GL_GOOGLE_include_directive : require
#define ROWS
#include "common/tensor.glsl"
#include "common/words.glsl"
#define EPILOGUE_BINDING 2
READ_WORDS(0, source)
WRITE_TENSOR(1, result)
#include "common/epilogue.glsl"
#include "common/flat.glsl"

layout(constant_id = 3) const bool kAligned = true;  // channels is a multiple of 4

layout(push_constant) uniform Push {
  uint channels;
  uint blocks;  // groups of four in a row, rounded up
  uint total;   // blocks times rows
};

// Returns the absolute values of complex numbers whose parts are given as the bits of their magnitudes. Factoring the larger
// part out of the root avoids overflow of the squares. If either part is infinite, the result is infinite.
vec4 Length(const uvec4 l, const uvec4 r) {
  const uvec4 larger = max(l, r);
  const vec4 scale = uintBitsToFloat(larger);
  const vec4 ratio = uintBitsToFloat(min(l, r)) / scale;
  const bvec4 isPlain = bvec4(uvec4(lessThan(larger, uvec4(kInfinityBits))) & uvec4(notEqual(larger, uvec4(0))));
  const vec4 value = mix(scale, scale * sqrt(1.0 + ratio * ratio), isPlain);
  const uvec4 infinite = uvec4(equal(l, uvec4(kInfinityBits))) | uvec4(equal(r, uvec4(kInfinityBits)));
  return mix(value, uintBitsToFloat(uvec4(kInfinityBits)), bvec4(infinite));
}

void main() {
  const uint index = FlatInvocation();
  if (index >= total) return;
  const uint channel = index % blocks * 4;
  const uint first = index / blocks * channels + channel;
  const uint valid = min(4u, channels - channel);
  uvec4 real, imaginary;
  if (kAligned) {
    const uvec4 low = LoadVector_source(first / 2);
    const uvec4 high = LoadVector_source(first / 2 + 1);
    real = uvec4(low.xz, high.xz);
    imaginary = uvec4(low.yw, high.yw);
  } else {
    real = LoadStrided_source(2 * first, 2, valid);
    imaginary = LoadStrided_source(2 * first + 1, 2, valid);
  }
  const vec4 value = Length(real & kMagnitudeBits, imaginary & kMagnitudeBits);
  const uint offset = OffsetIn(kAligned, first);
  Store4_result(kAligned, offset, valid, Epilogue(value, kAligned, offset, channel, valid));
}
