// Exact sums of products of integers of 8 and 16 bits, in any order of summation. There are kTile times four sums, of 32 bits
// that wrap around or, if kWide, of 64 bits. Products of four inputs, or of more for 8-bit values, are added up as floats,
// which hold integers up to 2^24 exactly. CPU drivers multiply floats four times as fast as integers.
//
// Include after kTile (at most kMaxTile), kWide and the constants kSums and kChunk. The algorithm that adds products up is
// kSums. A chunk, the products that join the sums at once, has kChunk quads of inputs.
const uint kOfChunks = 0;  // adds the products of a chunk as floats
const uint kOfQuads = 1;   // adds the products of four inputs as floats
const uint kOfByteParts = 2;  // adds as integers, the two bytes of the inputs separately

ivec4 sums[kMaxTile];    // the low words if kWide
ivec4 highs[kMaxTile];   // the high words if kWide
vec4 floats[kMaxTile];   // sums of a chunk
ivec4 parts[kMaxTile];   // sums of a chunk as integers
ivec4 uppers[kMaxTile];  // sums of a chunk for the upper bytes of the inputs

// Weights of four inputs for four sums.
struct Weights {
  ivec4 a, b, c, d;
};

void StartSums() {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    sums[p] = ivec4(0);
    highs[p] = ivec4(0);
  }
}

void StartChunk() {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    floats[p] = vec4(0.0);
    parts[p] = ivec4(0);
    uppers[p] = ivec4(0);
  }
}

void AddAsFloats(const uint p, const vec4 x, const Weights w) {
  vec4 sum = x.x * vec4(w.a) + (kSums == kOfChunks ? floats[p] : vec4(0.0));
  sum = x.y * vec4(w.b) + sum;
  sum = x.z * vec4(w.c) + sum;
  sum = x.w * vec4(w.d) + sum;
  if (kSums == kOfChunks) {
    floats[p] = sum;
  } else {
    parts[p] += ivec4(sum);
  }
}

void AddAsByteParts(const uint p, const ivec4 x, const Weights w) {
  const ivec4 lower = x & 0xFF;
  const ivec4 upper = x >> 8;
  parts[p] += lower.x * w.a + lower.y * w.b + lower.z * w.c + lower.w * w.d;
  uppers[p] += upper.x * w.a + upper.y * w.b + upper.z * w.c + upper.w * w.d;
}

// Adds 64-bit integers whose high words are `high`.
void AddWide(const uint p, const ivec4 low, const ivec4 high) {
  if (kWide) {
    uvec4 carry;
    sums[p] = ivec4(uaddCarry(uvec4(sums[p]), uvec4(low), carry));
    highs[p] += high + ivec4(carry);
  } else {
    sums[p] += low;
  }
}

void EndChunk() {
  [[unroll]] for (uint p = 0; p < kTile; ++p) {
    const ivec4 part = kSums == kOfChunks ? ivec4(floats[p]) : parts[p];
    AddWide(p, part, part >> 31);
    if (kSums == kOfByteParts) AddWide(p, uppers[p] << 8, uppers[p] >> 24);
  }
}
