// Functions of the integer LSTM's gates on 16-bit fixed-point numbers, four at a time. Results are
// bit for bit those of runtime/opset/recurrent/gates16.cc, which describes them.
const int kOne16 = 0x7FFF;

ivec4 Wrap16(const ivec4 v) { return bitfieldExtract(v, 0, 16); }
ivec4 Saturate16(const ivec4 v) { return clamp(v, -0x8000, 0x7FFF); }
ivec4 HighProduct16(const ivec4 l, const ivec4 r) { return min((l * r + (1 << 14)) >> 15, kOne16); }

// Shifts right by 0 to 31 bits and rounds to nearest, ties away from zero.
ivec4 RoundingShift(const ivec4 value, const int bits) {
  const int mask = int((1u << bits) - 1);
  const ivec4 threshold = (mask >> 1) + ivec4(lessThan(value, ivec4(0)));
  return (value >> bits) + ivec4(greaterThan(value & mask, threshold));
}

// Returns exp(x) for -1/4 <= x < 0, by a series around -1/8.
ivec4 ExpNearZero16(const ivec4 fraction) {
  const int kExpOfMinusEighth = 28918;
  const int kThird = 10923;
  const ivec4 x = Wrap16(fraction + (1 << 12));
  const ivec4 x2 = HighProduct16(x, x);
  const ivec4 x3 = HighProduct16(x2, x);
  const ivec4 x4 = HighProduct16(x2, x2);
  const ivec4 of_sixth = HighProduct16(Wrap16(RoundingShift(x4, 2) + x3), ivec4(kThird));
  const ivec4 tail = RoundingShift(Wrap16(of_sixth + x2), 1);
  return Wrap16(kExpOfMinusEighth + HighProduct16(ivec4(kExpOfMinusEighth), Wrap16(x + tail)));
}

// Multiplies by `power`, a power of e, where bit `bit` of `rest` is set.
ivec4 TimesPower(const ivec4 result, const ivec4 rest, const int bit, const int power) {
  return mix(result, HighProduct16(result, ivec4(power)), notEqual(rest & (1 << bit), ivec4(0)));
}

// Returns exp(x) for x <= 0 with `integer_bits`, 1 to 7. Lower powers of e are 0 in 16 bits.
ivec4 ExpOfNegative16(const ivec4 x, const int integer_bits) {
  const int quarter_bit = 13 - integer_bits;
  const int quarter = 1 << quarter_bit;
  const ivec4 fraction = (x & (quarter - 1)) - quarter;
  const ivec4 rest = fraction - x;
  ivec4 result = ExpNearZero16(Saturate16(fraction << integer_bits));
  result = TimesPower(result, rest, quarter_bit, 25520);      // exp(-1/4)
  result = TimesPower(result, rest, quarter_bit + 1, 19875);  // exp(-1/2)
  result = TimesPower(result, rest, quarter_bit + 2, 12055);  // exp(-1)
  if (integer_bits > 1) result = TimesPower(result, rest, quarter_bit + 3, 4435);
  if (integer_bits > 2) result = TimesPower(result, rest, quarter_bit + 4, 600);
  if (integer_bits > 3) result = TimesPower(result, rest, quarter_bit + 5, 11);
  if (integer_bits > 4) result = TimesPower(result, rest, quarter_bit + 6, 0);
  if (integer_bits > 5) result = mix(result, ivec4(0), lessThan(x, ivec4(-(1 << (20 - integer_bits)))));
  return mix(result, ivec4(kOne16), equal(x, ivec4(0)));
}

// Returns 2 / (1 + x) with 2 integer bits, for 0 <= x <= 1.
ivec4 TwiceReciprocalOfOnePlus16(const ivec4 x) {
  const ivec4 half_sum = (x + kOne16 + 1) >> 1;
  ivec4 result = Wrap16(23130 + HighProduct16(half_sum, ivec4(-15420)));
  for (int i = 0; i < 3; ++i) {
    const ivec4 rest = Wrap16((1 << 13) - HighProduct16(half_sum, result));
    result = Wrap16(result + Saturate16(HighProduct16(result, rest) << 2));
  }
  return result;
}

ivec4 GateLogistic(const ivec4 x) {
  const ivec4 size = -abs(max(x, ivec4(-kOne16)));
  const ivec4 positive = Saturate16(TwiceReciprocalOfOnePlus16(ExpOfNegative16(size, 3)) << 1);
  const ivec4 value = mix(kOne16 - positive, positive, greaterThan(x, ivec4(0)));
  return mix(value, ivec4(1 << 14), equal(x, ivec4(0)));
}

// Returns tanh(x) for x with 0 to 6 integer bits.
ivec4 GateTanh(const ivec4 x, const int integer_bits) {
  const bvec4 is_negative = lessThan(x, ivec4(0));
  const ivec4 size = mix(-x, x, is_negative);
  const ivec4 twice = TwiceReciprocalOfOnePlus16(ExpOfNegative16(size, integer_bits + 1));
  const ivec4 value = Saturate16(Wrap16(twice - (1 << 13)) << 2);
  return mix(mix(value, Wrap16(-value), is_negative), ivec4(0), equal(x, ivec4(0)));
}
