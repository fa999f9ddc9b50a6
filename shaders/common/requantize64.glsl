// Rescales 64-bit sums of products (common/int64.glsl) to the output's scale: Rescale64 of runtime/opset/quantized/fixed_point.h, which
// describes the rounding. The host passes a WideMultiplier.
int Rescale64(const uvec2 value, const uint multiplier, const uint right) {
  const uvec2 half_step = ShiftLeft64(uvec2(1, 0), (right + 63) % 64);
  const uvec2 product = Add64(Mul64(value, uvec2(multiplier, 0)), half_step);
  // The result is the low word only; a shift by less than 32 moves bits of the high word into it.
  if (right == 0) return int(product.x);
  if (right >= 32) return int(product.y) >> (right - 32);
  return int(product.x >> right | product.y << (32 - right));
}
