// Rounds the float32 quotient of two floats to an integer, bit for bit, in integer arithmetic only. No device has to divide
// floats exactly or to keep denormals. The divisor, above 0, is given as a significand of 24 bits and its exponent, which the
// host computes (delegate/ops/quantize.cc).

// Rounds ties away from zero. NaNs and results beyond 32 bits give the lowest int32, as x86-64 converts them.
int RoundedQuotient(const uint bits, const uint significand, const int exponent) {
  const uint magnitude = bits & 0x7FFFFFFF;
  if (magnitude == 0) return 0;
  const int kept = int(magnitude >> 23);
  const int normal = max(23 - findMSB(magnitude), 0);  // bits that a denormal dividend lacks
  uint rest = kept == 0 ? magnitude << normal : (magnitude & 0x7FFFFF) | 0x800000;
  int power = (kept == 0 ? 1 - normal : kept) - exponent;
  if (rest < significand) {
    rest <<= 1;
    --power;
  }
  // The quotient of the significands lies in [1, 2): its 24 fraction bits come from three digits of 8 bits.
  rest -= significand;
  uint quotient = 1;
  for (int digit = 0; digit < 3; ++digit) {
    rest <<= 8;
    const uint next = rest / significand;
    rest -= next * significand;
    quotient = quotient << 8 | next;
  }
  const uint half_bit = quotient & 1;
  uint rounded = quotient >> 1;  // in units of 2^(power - 23), ties to even
  if (half_bit == 1 && (rest != 0 || (rounded & 1) == 1)) ++rounded;
  if (kept == 255 || power > 30) return int(0x80000000);
  const int lost = 23 - power;
  if (lost > 25) return 0;
  const uint steps = lost > 0 ? (rounded + (1u << (lost - 1))) >> lost : rounded << -lost;
  return (bits >> 31) == 1 ? -int(steps) : int(steps);
}
