// Quantizes floats to 8 bits, bit for bit as TFLite's QUANTIZE, from the words that delegate/ops/elementwise/number_bounds.h
// describes. Include after defining NUMBER_WORD(i), word i of them.

// The product with the inverse scale may differ in its last bits, so rounding down may give a value that is one too small. The
// next value's bound decides between the two.
ivec4 BoundedNumbers(const vec4 v) {
  const float inverse = uintBitsToFloat(NUMBER_WORD(0));
  const float lowest_steps = uintBitsToFloat(NUMBER_WORD(4));
  const float highest_steps = uintBitsToFloat(NUMBER_WORD(5));
  const uint last = uint(highest_steps - lowest_steps);
  // A NaN gets an arbitrary index, but a valid one.
  const vec4 steps = clamp(floor(v * inverse), vec4(lowest_steps), vec4(highest_steps));
  const uvec4 place = min(uvec4(steps - lowest_steps), uvec4(last));
  const vec4 bounds = uintBitsToFloat(uvec4(NUMBER_WORD(6 + place.x), NUMBER_WORD(6 + place.y), NUMBER_WORD(6 + place.z),
                                            NUMBER_WORD(6 + place.w)));
  const ivec4 numbers = ivec4(place) + ivec4(greaterThanEqual(v, bounds)) + int(NUMBER_WORD(3));
  const bvec4 is_beyond = greaterThanEqual(floatBitsToUint(v) & 0x7FFFFFFF, uvec4(NUMBER_WORD(1)));
  return mix(numbers, ivec4(NUMBER_WORD(2)), is_beyond);
}
