// Division of int32 where GLSL leaves a result open: of negative numbers, by -1 and by 0; and powers. A divisor of 0 and an
// exponent below 0, which zero_check.comp reports, give some number.
const int kInt32Highest = 0x7FFFFFFF;

// Rounded toward zero. The lowest number divided by -1 wraps around to itself.
int Quotient(const int l, const int r) {
  if (r == -1) return -l;
  return l / (r == 0 ? 1 : r);
}

// Returns the quotient rounded toward zero, or the highest number for the one that int32 does not hold.
int ClampedQuotient(const int l, const int r) {
  return r == -1 && l == -kInt32Highest - 1 ? kInt32Highest : Quotient(l, r);
}

int FloorDiv(const int l, const int r) {
  const int quotient = Quotient(l, r);
  const bool is_rounded_up = l - quotient * r != 0 && (l < 0) != (r < 0);
  return quotient - (is_rounded_up ? 1 : 0);
}

// What is left over has the divisor's sign.
int FloorMod(const int l, const int r) {
  const int rest = l - Quotient(l, r) * r;
  return rest != 0 && (l < 0) != (r < 0) ? rest + r : rest;
}

// What is beyond int32 wraps around.
int WrappedPower(const int base, const int exponent) {
  int power = 1;
  int square = base;
  for (int left = exponent; left > 0; left >>= 1) {
    if ((left & 1) != 0) power *= square;
    square *= square;
  }
  return power;
}

// The lowest number for one that int32 does not hold. By squaring, and what was lost as bits: compilers unrolled a loop that
// multiplies up to 32 times, and its conditions filled an AMD GPU's scalar registers.
int FittingPower(const int base, const int exponent) {
  const uint magnitude = base < 0 ? 0u - uint(base) : uint(base);
  if (magnitude < 2) return WrappedPower(base, exponent);
  if (exponent > 31) return -kInt32Highest - 1;
  uint power = 1;
  uint factor = magnitude;
  uint lost = 0;
  uint lost_of_factor = 0;
  for (int left = exponent; left > 0; left >>= 1) {
    uint above, low;
    if ((left & 1) != 0) {
      umulExtended(power, factor, above, low);
      lost |= lost_of_factor | above | (low & ~uint(kInt32Highest));
      power = low;
    }
    umulExtended(factor, factor, above, low);
    lost_of_factor |= above;
    factor = low;
  }
  if (lost != 0) return -kInt32Highest - 1;
  return base < 0 && (exponent & 1) != 0 ? -int(power) : int(power);
}
