// Comparisons of floats by their bits, since drivers may compare as if there were no NaN and no denormal number. Include
// after common/cast.glsl.

// Whether neither is a NaN.
bool Ordered(uint l, uint r) {
  return (l & kMagnitudeBits) <= kInfinityBits && (r & kMagnitudeBits) <= kInfinityBits;
}

// Integers in the order of the numbers, of which both zeros are one.
int Key(uint bits) {
  const int magnitude = int(bits & kMagnitudeBits);
  return (bits & kSignBit) != 0 ? -magnitude : magnitude;
}
