// Quotients of floats with the bits that a processor computes, in integer arithmetic: Vulkan's division may be off by more than
// a rounding. The division runs bit by bit, for quotients that are few, such as one per row.
// Include after common/int64.glsl.

// Returns the float nearest to n / d, ties to even, or 0 if the quotient is below 2^-126. `n` and `d` are at least 2^-126.
float NearestQuotient(const float n, const float d) {
  const uint n_bits = floatBitsToUint(n);
  const uint d_bits = floatBitsToUint(d);
  uint rest = (n_bits & 0x7FFFFF) | 0x800000;
  const uint divisor = (d_bits & 0x7FFFFF) | 0x800000;
  const bool is_below_one = rest < divisor;
  rest <<= uint(is_below_one);
  const int exponent = int(n_bits >> 23) - int(d_bits >> 23) + 127 - int(is_below_one);
  if (exponent <= 0) return 0.0;
  // 24 bits, and one that tells if the rest is a half or more.
  uint quotient = 0;
  for (int bit = 0; bit < 25; ++bit) {
    const bool fits = rest >= divisor;
    quotient = quotient << 1 | uint(fits);
    rest = (rest - (fits ? divisor : 0)) << 1;
  }
  const uint rounds_up = quotient & uint(rest != 0 || (quotient & 2) != 0);
  // A carry out of the significand increments the exponent; beyond the largest float the result is infinity.
  return uintBitsToFloat(min((uint(exponent - 1) << 23) + (quotient >> 1) + rounds_up, 0x7F800000));
}

// Represents a double as significand * 2^exponent.
struct Double {
  uvec2 significand;  // 53 bits
  int exponent;
};

// Converts `value`, which is at least 2^-126.
Double DoubleOf(const float value) {
  const uint bits = floatBitsToUint(value);
  return Double(ShiftLeft64(uvec2((bits & 0x7FFFFF) | 0x800000, 0), 29), int(bits >> 23) - 150 - 29);
}

// Returns the double nearest to n / d, ties to even.
Double NearestQuotient(const Double n, const Double d) {
  uvec2 rest = n.significand;
  int exponent = n.exponent - d.exponent - 52;
  if (LessUnsigned64(rest, d.significand)) {
    rest = ShiftLeft64(rest, 1);
    --exponent;
  }
  uvec2 quotient = uvec2(0);
  for (int bit = 0; bit < 54; ++bit) {
    const bool fits = !LessUnsigned64(rest, d.significand);
    quotient = ShiftLeft64(quotient, 1) | uvec2(uint(fits), 0);
    rest = ShiftLeft64(fits ? Sub64(rest, d.significand) : rest, 1);
  }
  const bool is_odd = (quotient.x & 2) != 0;
  const uint rounds_up = quotient.x & uint(rest != uvec2(0) || is_odd);
  return Double(Add64(ShiftRightUnsigned64(quotient, 1), uvec2(rounds_up, 0)), exponent);
}
