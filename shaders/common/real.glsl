// Functions of float32 bits for typed_elementwise.comp that GLSL computes too roughly, or not for every argument. Arithmetic
// that must not be contracted or rearranged is `precise`; everything else is integer arithmetic. Include after
// common/cast.glsl.
const uint kNanBits = 0x7FC00000;
const uint kOne = 0x3F800000;

bool IsNanBits(const uint v) { return (v & kMagnitudeBits) > kInfinityBits; }
bool IsInfinite(const uint v) { return (v & kMagnitudeBits) == kInfinityBits; }
bool IsBelowZero(const uint v) { return (v & kSignBit) != 0; }

// Mantissa: the significand as an integer. Exponent: the biased exponent, 1 for denormals.
uint Mantissa(const uint v) { return (v & 0x7FFFFF) | ((v & kMagnitudeBits) > 0x7FFFFF ? 0x800000 : 0); }
int Exponent(const uint v) { return max(int((v & kMagnitudeBits) >> kMantissaBits), 1); }

// Returns the remainder of l / r with the sign of l, exact like C's fmod.
uint Remainder(const uint l, const uint r) {
  const uint divisor = r & kMagnitudeBits;
  if ((l & kMagnitudeBits) >= kInfinityBits || divisor > kInfinityBits || divisor == 0) return kNanBits;
  if ((l & kMagnitudeBits) < divisor) return l;
  uint rest = Mantissa(l) % Mantissa(r);
  for (int shift = Exponent(l) - Exponent(r); shift > 0; shift -= 8) {
    rest = (rest << min(shift, 8)) % Mantissa(r);
  }
  if (rest == 0) return l & kSignBit;
  const int up = min(kMantissaBits - findMSB(rest), Exponent(r) - 1);
  return (l & kSignBit) | ((uint(Exponent(r) - up - 1) << kMantissaBits) + (rest << up));
}

// Returns the remainder with the divisor's sign.
uint FloorMod(const uint l, const uint r) {
  const uint rest = Remainder(l, r);
  if (IsNanBits(rest) || (rest & kMagnitudeBits) == 0 || IsBelowZero(rest) == IsBelowZero(r)) return rest;
  return floatBitsToUint(uintBitsToFloat(rest) + uintBitsToFloat(r));
}

// Returns the floor of l / r. The rounded quotient may have passed an integer, so small quotients are computed from FloorMod.
uint FloorDiv(const uint l, const uint r) {
  const float quotient = uintBitsToFloat(l) / uintBitsToFloat(r);
  const uint bits = floatBitsToUint(quotient);
  if ((bits & kMagnitudeBits) >= kInfinityBits || IsInfinite(r)) return bits;
  if (abs(quotient) >= 1048576.0) return floatBitsToUint(floor(quotient));
  const float whole = uintBitsToFloat(l) - uintBitsToFloat(FloorMod(l, r));
  return floatBitsToUint(roundEven(whole / uintBitsToFloat(r)));
}

// Bits of 2 / pi, after a word of zeros.
const uint kTwoOverPi[8] = uint[](0, 0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB);

uint TwoOverPi(const uint first_bit) {
  const uint word = first_bit / 32;
  const uint shift = first_bit % 32;
  return shift == 0 ? kTwoOverPi[word] : kTwoOverPi[word] << shift | kTwoOverPi[word + 1] >> 32 - shift;
}

struct Angle {
  uint quadrant;
  float rest;  // from -pi / 4 to pi / 4
};

// Reduces a number of at least pi / 4: multiplies it by 2 / pi modulo 4 in 96-bit integers and keeps 64 bits. See M. Payne and
// R. Hanek, "Radian reduction for trigonometric functions", 1983. Bits of 2 / pi that make whole turns are left out.
Angle Reduce(const uint magnitude) {
  const uint first_bit = uint(int(magnitude >> kMantissaBits) - kExponentBias - kMantissaBits + 30);
  uint above, below, low, unused;
  umulExtended(Mantissa(magnitude), TwoOverPi(first_bit + 64), above, unused);
  umulExtended(Mantissa(magnitude), TwoOverPi(first_bit + 32), below, low);
  const uvec2 turns = Add64(uvec2(low, Mantissa(magnitude) * TwoOverPi(first_bit) + below), uvec2(above, 0));
  const uvec2 fraction = ShiftLeft64(turns, 2);
  const float quarters = uintBitsToFloat(Rounded(fraction)) * 5.421010862427522e-20;  // 2^-64
  return Angle((turns.y >> 30) + uint(IsNegative64(fraction)), quarters * 1.5707963267948966);
}

float SineOf(const float v) {
  const float s = v * v;
  return v * (1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0))));
}
float CosineOf(const float v) {
  const float s = v * v;
  return 1.0 - s / 2.0 * (1.0 - s / 12.0 * (1.0 - s / 30.0 * (1.0 - s / 56.0 * (1.0 - s / 90.0))));
}

// Returns the sine of v plus `ahead` quarters of a turn.
uint SineAhead(const uint v, const uint ahead) {
  const uint magnitude = v & kMagnitudeBits;
  if (magnitude >= kInfinityBits) return kNanBits;
  const bool is_small = magnitude < 0x3F490FDB;  // pi / 4
  Angle angle = Angle(0, uintBitsToFloat(magnitude));
  if (!is_small) angle = Reduce(magnitude);
  // A negative argument has its magnitude's cosine and the opposite of its sine.
  const uint quadrant = angle.quadrant + ahead + (ahead == 0 && IsBelowZero(v) ? 2 : 0);
  const float value = (quadrant & 1) == 0 ? SineOf(angle.rest) : CosineOf(angle.rest);
  return floatBitsToUint((quadrant & 2) == 0 ? value : -value);
}
uint Sine(const uint v) { return SineAhead(v, 0); }
uint Cosine(const uint v) { return SineAhead(v, 1); }
