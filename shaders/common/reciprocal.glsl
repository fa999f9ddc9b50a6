// Quotients and shifts of runtime/opset/quantized/fixed_point_math.h on four values: gemmlowp's fixed-point functions as x86-64 computes
// them. Include after common/requantize.glsl.

// Returns values * 2^-bits, ties away from zero. Only the low six bits of `bits` count. Beyond 31 the result is that of the
// processor's shifts.
ivec4 RoundingShift(const ivec4 values, const ivec4 bits) {
  const ivec4 low_bits = (ivec4(1) << (bits & 31)) - 1;
  const ivec4 mask = mix(ivec4(-1), low_bits, equal(bits & 32, ivec4(0)));
  const ivec4 threshold = (mask >> 1) + ivec4(lessThan(values, ivec4(0)));
  return (values >> (bits & 31)) + ivec4(greaterThan(values & mask, threshold));
}

// RoundingShift of 16-bit values; a shift by more than 15 gives 0, -1 or 1.
ivec4 ShiftedIntegers(const ivec4 values, const int bits) {
  const ivec4 mask = ivec4(bits < 16 ? (1 << bits) - 1 : -1);
  const ivec4 threshold = (mask >> 1) + ivec4(lessThan(values, ivec4(0)));
  return (values >> min(bits, 31)) + ivec4(greaterThan(values & mask, threshold));
}

// Returns values * 4, saturated to 32 bits.
ivec4 SaturatingQuadruple(const ivec4 values) {
  const ivec4 most = ivec4(0x1FFFFFFF);
  const ivec4 high = mix(values << 2, ivec4(0x7FFFFFFF), greaterThan(values, most));
  return mix(high, ivec4(1 << 31), lessThan(values, -most - 1));
}

// Returns 1 / (1 + fraction) for a 31-bit fraction in [0, 1), by three steps of Newton's method.
ivec4 OneOverOnePlus(const ivec4 fraction) {
  const ivec4 half_sum = (fraction >> 1) + (1 << 30);
  ivec4 estimate = 1515870810 + HighProduct(half_sum, ivec4(-1010580540));  // 48 / 17 and -32 / 17, of two integer bits
  for (int step = 0; step < 3; ++step) {
    const ivec4 rest = (1 << 29) - HighProduct(half_sum, estimate);
    estimate += SaturatingQuadruple(HighProduct(estimate, rest));
  }
  return mix(estimate << 1, ivec4(0x7FFFFFFF), greaterThan(estimate, ivec4(0x3FFFFFFF)));
}

// Returns left / right * multiplier * 2^-(31 + shift) for divisors above 0.
ivec4 QuotientOf(const ivec4 left, const ivec4 right, const int multiplier, const int shift) {
  const ivec4 bits = findMSB(right);
  const ivec4 reciprocal = OneOverOnePlus((right << (31 - bits)) & 0x7FFFFFFF);
  const ivec4 headroom = 30 - findMSB(left);
  const ivec4 quotient = HighProduct(HighProduct(left << headroom, reciprocal), ivec4(multiplier));
  return RoundingShift(quotient, bits + headroom + shift);
}
