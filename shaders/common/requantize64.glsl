// Sums of products of 64 bits (common/int64.glsl) in the scale of the output: Rescale64 of runtime/opset/fixed_point.h, which
// says how it rounds. The host hands over a WideFactor.
int Rescale64(const uvec2 value, const uint multiplier, const uint right) {
  const uvec2 half_step = ShiftLeft64(uvec2(1, 0), (right + 63) % 64);
  const uvec2 product = Add64(Mul64(value, uvec2(multiplier, 0)), half_step);
  // The low word alone is the result, of which a shift by less than 32 keeps bits of the high one.
  if (right == 0) return int(product.x);
  if (right >= 32) return int(product.y) >> (right - 32);
  return int(product.x >> right | product.y << (32 - right));
}
