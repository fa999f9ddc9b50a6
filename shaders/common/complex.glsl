// Products of complex numbers, the bits of whose two parts a uvec2 holds. Include after common/real.glsl.

uvec2 PlainProduct(const uvec2 l, const uvec2 r) {
  const vec2 a = uintBitsToFloat(l), b = uintBitsToFloat(r);
  return floatBitsToUint(vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x));
}

bool AnyInfinite(const uvec2 v) { return IsInfinite(v.x) || IsInfinite(v.y); }

// A NaN becomes a zero, and with `is_boxed` an infinity one, every other number zero.
uint Direction(const uint bits, const bool is_boxed) {
  if (!is_boxed && !IsNanBits(bits)) return bits;
  return (bits & kSignBit) | (is_boxed && IsInfinite(bits) ? floatBitsToUint(1.0) : 0);
}
uvec2 Directions(const uvec2 v, const bool is_boxed) { return uvec2(Direction(v.x, is_boxed), Direction(v.y, is_boxed)); }

// Where the terms make two NaNs of an infinite operand, or of a term beyond float32, the product is infinite all the same:
// C's rule (annex G of its standard), by which TFLite's kernels multiply.
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
