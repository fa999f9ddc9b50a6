// The square root with the bits that a processor computes, in integer arithmetic: Vulkan's root may be off by more than a
// rounding. The algorithm runs bit by bit, for roots that are few, such as one per row.

// Returns the float nearest to the root of `value`, which is at least 2^-126. A root never lies halfway between two floats.
float NearestRoot(const float value) {
  const uint bits = floatBitsToUint(value);
  const int exponent = int(bits >> 23) - 127;
  const bool is_odd = (exponent & 1) != 0;
  // The significand as a fixed-point number from 1 to 4 with 24 or 25 bits, of which two are taken at a time.
  uint left = ((bits & 0x7FFFFF) | 0x800000) << (is_odd ? 8 : 7);
  uint root = 0;
  uint rest = 0;
  // 24 bits, and one that tells if the rest is a half or more.
  for (int bit = 0; bit < 25; ++bit) {
    rest = rest << 2 | left >> 30;
    left <<= 2;
    const uint tried = root << 2 | 1;
    const bool fits = rest >= tried;
    rest -= fits ? tried : 0;
    root = root << 1 | uint(fits);
  }
  const int half_exponent = (exponent - int(is_odd)) / 2;
  return uintBitsToFloat((uint(half_exponent + 126) << 23) + (root >> 1) + (root & 1));
}
