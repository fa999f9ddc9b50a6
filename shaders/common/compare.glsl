// Compares floats by their bits, since drivers may compare as if NaNs and denormals did not exist. Include after
// common/cast.glsl.

// True if neither operand is a NaN.
bool Ordered(const uint l, const uint r) {
  return (l & kMagnitudeBits) <= kInfinityBits && (r & kMagnitudeBits) <= kInfinityBits;
}

// Maps float bits to integers in numeric order; both zeros map to 0.
int Key(const uint bits) {
  const int magnitude = int(bits & kMagnitudeBits);
  return (bits & kSignBit) != 0 ? -magnitude : magnitude;
}

// Returns an int64 in numeric order for an element of common/elements.glsl. NaNs come before and after all other values.
uvec2 Ordinal(const uvec2 element, const uint kind) {
  if (kind != kFloat) return element;
  const int key = Key(element.x);
  return uvec2(uint(key), key < 0 ? 0xFFFFFFFF : 0);
}
