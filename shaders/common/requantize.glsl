// Rescales sums of products of quantized values to the output's scale: Rescale of runtime/opset/quantized/fixed_point.h, which describes
// the rounding, on four values.

// Returns left * right * 2^-31, ties towards plus infinity. At most one operand is the lowest int32. The 64-bit product is
// computed in halves, since not every device has 64-bit integers.
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

// Rescales a value below 2^29 without a left shift and with a right shift. The product is cut a bit lower than Rescale rounds
// it, so that neither the low half nor a separate rounding is needed. `addend` (TiesAnd) stands for both roundings and
// includes the value to add to the result. Below zero the second rounding goes the other way, by two units; with `above_zero`
// the result is clamped later, so this is left out.
ivec4 RescaleSmall(const ivec4 value, const ivec4 multiplier, const ivec4 right, const ivec4 addend, const bool above_zero) {
  ivec4 high;
  ivec4 low;
  imulExtended(value << 2, multiplier, high, low);
  const ivec4 sum = high + addend;
  return (above_zero ? sum : sum + ((high >> 31) << 1)) >> (right + 1);
}
ivec4 TiesAnd(const int integer, const ivec4 right) {
  return (ivec4(1) << right) + 1 + (ivec4(integer) << (right + 1));
}
ivec4 HalfAnd(const int integer, const ivec4 right) {
  return ((ivec4(1) << right) >> 1) + (ivec4(integer) << right);
}

// Computes value * (multiplier * 2^5 + rest) * 2^-(32 + right) for a sum below 2^26, rounded once, ties upwards. `addend`
// (HalfAnd) includes the half and the value to add to the result. The host has proven that the multiplier gives the reference's
// results (delegate/ops/common/exact_multiplier.h).
ivec4 RescaleOnce(const ivec4 value, const ivec4 multiplier, const ivec4 rest, const ivec4 right, const ivec4 addend) {
  ivec4 high;
  ivec4 low;
  imulExtended(value << 5, multiplier, high, low);
  const ivec4 less = value * rest;
  uvec4 carry;
  uaddCarry(uvec4(low), uvec4(less), carry);
  return (high + (less >> 31) + ivec4(carry) + addend) >> right;
}
