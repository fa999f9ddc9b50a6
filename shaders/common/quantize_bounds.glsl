// Quantizes floats to 8 bits, bit for bit as TFLite's QUANTIZE, from the words that delegate/ops/elementwise/quantize_bounds.h
// describes. Include after defining BOUND_WORD(i), word i of them.

// The product with the inverse scale may differ in its last bits, so rounding down may give a value that is one too small. The
// next value's bound decides between the two.
ivec4 QuantizedByBounds(const vec4 v) {
  const float inverse = uintBitsToFloat(BOUND_WORD(0));
  const float lowest_steps = uintBitsToFloat(BOUND_WORD(4));
  const float highest_steps = uintBitsToFloat(BOUND_WORD(5));
  const uint last = uint(highest_steps - lowest_steps);
  // A NaN gets an arbitrary index, but a valid one.
  const vec4 steps = clamp(floor(v * inverse), vec4(lowest_steps), vec4(highest_steps));
  const uvec4 offset = min(uvec4(steps - lowest_steps), uvec4(last));
  const vec4 bounds = uintBitsToFloat(uvec4(BOUND_WORD(6 + offset.x), BOUND_WORD(6 + offset.y), BOUND_WORD(6 + offset.z),
                                            BOUND_WORD(6 + offset.w)));
  const ivec4 integers = ivec4(offset) + ivec4(greaterThanEqual(v, bounds)) + int(BOUND_WORD(3));
  const bvec4 is_beyond = greaterThanEqual(floatBitsToUint(v) & 0x7FFFFFFF, uvec4(BOUND_WORD(1)));
  return mix(integers, ivec4(BOUND_WORD(2)), is_beyond);
}
