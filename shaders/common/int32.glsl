// Division of int32 where GLSL leaves a result open: of negative numbers, by -1 and by 0. A divisor of 0, which
// zero_check.comp reports, gives some number.
const int kInt32Highest = 0x7FFFFFFF;

// Rounded toward zero. The lowest number divided by -1 wraps around to itself.
int Quotient(int l, int r) {
  if (r == -1) return -l;
  return l / (r == 0 ? 1 : r);
}

// The same, but the highest number for the one that int32 does not hold.
int ClampedQuotient(int l, int r) { return r == -1 && l == -kInt32Highest - 1 ? kInt32Highest : Quotient(l, r); }

int FloorDiv(int l, int r) {
  const int quotient = Quotient(l, r);
  const bool is_rounded_up = l - quotient * r != 0 && (l < 0) != (r < 0);
  return quotient - (is_rounded_up ? 1 : 0);
}

// What is left over has the divisor's sign.
int FloorMod(int l, int r) {
  const int rest = l - Quotient(l, r) * r;
  return rest != 0 && (l < 0) != (r < 0) ? rest + r : rest;
}
