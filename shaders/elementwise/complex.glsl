// Products of complex numbers. A uvec2 holds the bits of the real and imaginary parts. Include after common/real.glsl.

uvec2 PlainProduct(const uvec2 l, const uvec2 r) {
  const vec2 a = uintBitsToFloat(l), b = uintBitsToFloat(r);
  return floatBitsToUint(vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x));
}

bool AnyInfinite(const uvec2 v) { return IsInfinite(v.x) || IsInfinite(v.y); }

// Replaces a NaN by a signed zero. With `is_boxed`, replaces an infinity by a signed one and any other value by a signed zero.
uint Direction(const uint bits, const bool is_boxed) {
  if (!is_boxed && !IsNanBits(bits)) return bits;
  return (bits & kSignBit) | (is_boxed && IsInfinite(bits) ? floatBitsToUint(1.0) : 0);
}
uvec2 Directions(const uvec2 v, const bool is_boxed) { return uvec2(Direction(v.x, is_boxed), Direction(v.y, is_boxed)); }

// Returns the product by C's rule (annex G of the standard), which TFLite's kernels follow. If both parts are NaN although an
// operand or a term is infinite, the product is infinite.
uvec2 ComplexProduct(const uvec2 l, const uvec2 r) {
  const uvec2 product = PlainProduct(l, r);
  if (!IsNanBits(product.x) || !IsNanBits(product.y)) return product;
  const vec2 a = uintBitsToFloat(l), b = uintBitsToFloat(r);
  const bool is_beyond = AnyInfinite(floatBitsToUint(a * b)) || AnyInfinite(floatBitsToUint(a * b.yx));
  const bool l_is_infinite = AnyInfinite(l), r_is_infinite = AnyInfinite(r);
  if (!is_beyond && !l_is_infinite && !r_is_infinite) return product;
  const uvec2 direction = PlainProduct(Directions(l, l_is_infinite), Directions(r, r_is_infinite));
  return floatBitsToUint(uintBitsToFloat(kInfinityBits) * uintBitsToFloat(direction));
}
