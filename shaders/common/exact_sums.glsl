// Sums of products of integers of 8 and 16 bits, exact in every order: kTile times four of them, of 32 bits that wrap around or,
// where kWide, of 64. Products of four inputs, or of more where numbers have 8 bits, are added up as floats, which keep
// integers up to 2^24: CPU drivers multiply floats four times as fast as integers.
// Include after kTile, at most kMaxTile, kWide and the constants kSums and kChunk: how products are added up, and of how many
// fours of inputs before they join the sums.
const uint kOfChunks = 0;  // as floats
const uint kOfQuads = 1;   // as floats those of four inputs
const uint kOfHalves = 2;  // as integers, those of both bytes of the inputs

ivec4 sums[kMaxTile];    // where kWide their low words
ivec4 highs[kMaxTile];   // the high words
vec4 floats[kMaxTile];   // sums of a chunk
ivec4 parts[kMaxTile];   // the same in integers
ivec4 uppers[kMaxTile];  // the same of the upper bytes of the inputs

// Factors of four inputs for four sums.
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

void AddAsHalves(const uint p, const ivec4 x, const Weights w) {
  const ivec4 lower = x & 0xFF;
  const ivec4 upper = x >> 8;
  parts[p] += lower.x * w.a + lower.y * w.b + lower.z * w.c + lower.w * w.d;
  uppers[p] += upper.x * w.a + upper.y * w.b + upper.z * w.c + upper.w * w.d;
}

// Adds 64-bit numbers whose high words are `high`.
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
    if (kSums == kOfHalves) AddWide(p, uppers[p] << 8, uppers[p] >> 24);
  }
}
