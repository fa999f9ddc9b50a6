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

// Rescale where the value, shifted to the left, and half of 2^right and it together have 31 bits: the half is added before the
// shift, and the product is doubled before it is cut in two.
ivec4 RescaleSmall(const ivec4 value, const ivec4 multiplier, const ivec4 left, const ivec4 right) {
  ivec4 high;
  ivec4 low;
  imulExtended(value << (left + 1), multiplier, high, low);
  const ivec4 product = high + ivec4(uvec4(low) >> 31);
  const ivec4 half_step = ivec4((uvec4(1) << right) >> 1);
  return (product + half_step + (product >> 31 & -ivec4(notEqual(right, ivec4(0))))) >> right;
}
