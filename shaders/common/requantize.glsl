// Sums of products of quantized numbers in the scale of the output: Rescale of runtime/opset/fixed_point.h, which says
// how it rounds, on four values.

// left * right * 2^-31, halves rounded towards plus infinity. One of them is not the lowest number. The product of 32 by 32
// bits is had from its halves, as no device needs 64-bit integers.
ivec4 HighProduct(const ivec4 left, const ivec4 right) {
  ivec4 high;
  ivec4 low;
  imulExtended(left, right, high, low);
  uvec4 carry;
  const uvec4 rounded = uaddCarry(uvec4(low), uvec4(0x40000000u), carry);
  return ((high + ivec4(carry)) << 1) | ivec4(rounded >> 31);
}

ivec4 Rescale(const ivec4 value, const ivec4 multiplier, const ivec4 left, const ivec4 right) {
  const ivec4 product = HighProduct(value << left, multiplier);
  const ivec4 mask = ivec4((uvec4(1) << right) - 1);
  const ivec4 threshold = (mask >> 1) + ivec4(lessThan(product, ivec4(0)));
  return (product >> right) + ivec4(greaterThan(product & mask, threshold));
}

// Rescale of a value below 2^29 by a factor without a shift to the left, and with one to the right. The product is cut a bit further
// down than Rescale rounds it, so that neither the low half nor a rounding of its own is needed: what is added before the one shift
// stands for both roundings. Below zero the second one goes the other way, by two units; with `above_zero` numbers below zero are cut.
// What is added to the result comes with the halves (HalvesAnd).
ivec4 RescaleSmall(const ivec4 value, const ivec4 multiplier, const ivec4 right, const ivec4 addend, const bool above_zero) {
  ivec4 high;
  ivec4 low;
  imulExtended(value << 2, multiplier, high, low);
  const ivec4 sum = high + addend;
  return (above_zero ? sum : sum + ((high >> 31) << 1)) >> (right + 1);
}
ivec4 HalvesAnd(const int number, const ivec4 right) {
  return (ivec4(1) << right) + 1 + (ivec4(number) << (right + 1));
}
ivec4 HalfAnd(const int number, const ivec4 right) {
  return ((ivec4(1) << right) >> 1) + (ivec4(number) << right);
}

// A sum below 2^26 times (multiplier * 2^5 + rest) * 2^-(32 + right), rounded once, halves upwards; what is added to the result
// comes with a half. The host has proven that the factor gives the numbers of the reference (delegate/ops/conv/exact_factor.h).
ivec4 RescaleOnce(const ivec4 value, const ivec4 multiplier, const ivec4 rest, const ivec4 right, const ivec4 addend) {
  ivec4 high;
  ivec4 low;
  imulExtended(value << 5, multiplier, high, low);
  const ivec4 less = value * rest;
  uvec4 carry;
  uaddCarry(uvec4(low), uvec4(less), carry);
  return (high + (less >> 31) + ivec4(carry) + addend) >> right;
}
