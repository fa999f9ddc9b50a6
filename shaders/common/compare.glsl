// Comparisons of floats by their bits, since drivers may compare as if there were no NaN and no denormal number. Include
// after common/cast.glsl.

// Whether neither is a NaN.
bool Ordered(const uint l, const uint r) {
  return (l & kMagnitudeBits) <= kInfinityBits && (r & kMagnitudeBits) <= kInfinityBits;
}

// Integers in the order of the numbers, of which both zeros are one.
int Key(const uint bits) {
  const int magnitude = int(bits & kMagnitudeBits);
  return (bits & kSignBit) != 0 ? -magnitude : magnitude;
}

// Returns an int64 in the order of the numbers, for an element of common/elements.glsl. NaNs come before and after all
// numbers.
uvec2 Ordinal(const uvec2 element, const uint kind) {
  if (kind != kFloat) return element;
  const int key = Key(element.x);
  return uvec2(uint(key), key < 0 ? 0xFFFFFFFF : 0);
}
