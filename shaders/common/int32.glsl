// Division of int32 for cases that GLSL leaves open (negative operands, divisors -1 and 0), and powers. A divisor of 0 or a
// negative exponent, which zero_check.comp reports, gives an arbitrary value.
const int kInt32Highest = 0x7FFFFFFF;

// Returns the quotient rounded toward zero. The lowest int32 divided by -1 wraps around to itself.
int Quotient(const int l, const int r) {
  if (r == -1) return -l;
  return l / (r == 0 ? 1 : r);
}

// Returns the quotient rounded toward zero, or the highest int32 if it overflows.
int ClampedQuotient(const int l, const int r) {
  return r == -1 && l == -kInt32Highest - 1 ? kInt32Highest : Quotient(l, r);
}

int FloorDiv(const int l, const int r) {
  const int quotient = Quotient(l, r);
  const bool is_rounded_up = l - quotient * r != 0 && (l < 0) != (r < 0);
  return quotient - (is_rounded_up ? 1 : 0);
}

// Returns the remainder with the divisor's sign.
int FloorMod(const int l, const int r) {
  const int rest = l - Quotient(l, r) * r;
  return rest != 0 && (l < 0) != (r < 0) ? rest + r : rest;
}

// Returns the power; overflow wraps around.
int WrappedPower(const int base, const int exponent) {
  int power = 1;
  int square = base;
  for (int left = exponent; left > 0; left >>= 1) {
    if ((left & 1) != 0) power *= square;
    square *= square;
  }
  return power;
}

// Returns the power, or the lowest int32 if int32 cannot hold it. Squares repeatedly and collects lost bits instead of looping
// over up to 32 factors. Compilers unrolled such a loop, and its conditions filled an AMD GPU's scalar registers.
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
