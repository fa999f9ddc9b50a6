// Quotients of floats with the bits that a processor gives them, in integers: the division of Vulkan may be off by more than
// a rounding. They are divided bit by bit, which is for values that are few, such as one for a row.
// Include after common/int64.glsl.

// The float nearest to n / d, of two as near the even one. `n` and `d` are positive numbers from 2^-126 on. 0 where the
// quotient is below that.
float NearestQuotient(const float n, const float d) {
  const uint n_bits = floatBitsToUint(n);
  const uint d_bits = floatBitsToUint(d);
  uint rest = (n_bits & 0x7FFFFF) | 0x800000;
  const uint divisor = (d_bits & 0x7FFFFF) | 0x800000;
  const bool is_below_one = rest < divisor;
  rest <<= uint(is_below_one);
  const int exponent = int(n_bits >> 23) - int(d_bits >> 23) + 127 - int(is_below_one);
  if (exponent <= 0) return 0.0;
  // 24 bits, and one that says whether what follows is a half or more.
  uint quotient = 0;
  for (int bit = 0; bit < 25; ++bit) {
    const bool fits = rest >= divisor;
    quotient = quotient << 1 | uint(fits);
    rest = (rest - (fits ? divisor : 0)) << 1;
  }
  const uint rounds_up = quotient & uint(rest != 0 || (quotient & 2) != 0);
  // A carry out of the significand is one into the exponent, and beyond the largest float an infinity.
  return uintBitsToFloat(min((uint(exponent - 1) << 23) + (quotient >> 1) + rounds_up, 0x7F800000));
}

// significand * 2^exponent, as a double has it.
struct Double {
  uvec2 significand;  // 53 bits
  int exponent;
};

// `value` is a positive number from 2^-126 on.
Double DoubleOf(const float value) {
  const uint bits = floatBitsToUint(value);
  return Double(ShiftLeft64(uvec2((bits & 0x7FFFFF) | 0x800000, 0), 29), int(bits >> 23) - 150 - 29);
}

// The double nearest to n / d, of two as near the even one.
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
