// 64-bit integers as two words, the low one in x, since not every device has a 64-bit type. Sums and products wrap
// around.
const uvec2 kInt64Highest = uvec2(0xFFFFFFFF, 0x7FFFFFFF);
const uvec2 kInt64Lowest = uvec2(0, 0x80000000);

bool IsNegative64(const uvec2 v) { return (v.y & 0x80000000) != 0; }

uvec2 Add64(const uvec2 l, const uvec2 r) {
  uint carry;
  const uint low = uaddCarry(l.x, r.x, carry);
  return uvec2(low, l.y + r.y + carry);
}

uvec2 Negate64(const uvec2 v) { return Add64(~v, uvec2(1, 0)); }

uvec2 Sub64(const uvec2 l, const uvec2 r) { return Add64(l, Negate64(r)); }

uvec2 Mul64(const uvec2 l, const uvec2 r) {
  uint high, low;
  umulExtended(l.x, r.x, high, low);
  return uvec2(low, high + l.x * r.y + l.y * r.x);
}

bool LessUnsigned64(const uvec2 l, const uvec2 r) { return l.y < r.y || (l.y == r.y && l.x < r.x); }

bool Less64(const uvec2 l, const uvec2 r) { return int(l.y) < int(r.y) || (l.y == r.y && l.x < r.x); }

uvec2 Max64(const uvec2 l, const uvec2 r) { return Less64(l, r) ? r : l; }
uvec2 Min64(const uvec2 l, const uvec2 r) { return Less64(r, l) ? r : l; }

// Returns the absolute value as an unsigned integer. The lowest int64 keeps its bits.
uvec2 Magnitude64(const uvec2 v) { return IsNegative64(v) ? Negate64(v) : v; }

// Shifts by fewer than 64 bits.
uvec2 ShiftLeft64(const uvec2 v, const uint bits) {
  if (bits == 0) return v;
  if (bits >= 32) return uvec2(0, v.x << (bits - 32));
  return uvec2(v.x << bits, (v.y << bits) | (v.x >> (32 - bits)));
}
uvec2 ShiftRightUnsigned64(const uvec2 v, const uint bits) {
  if (bits == 0) return v;
  if (bits >= 32) return uvec2(v.y >> (bits - 32), 0);
  return uvec2((v.x >> bits) | (v.y << (32 - bits)), v.y >> bits);
}

struct Division {
  uvec2 quotient, rest;
};

// Divides unsigned integers up to 2^63, bit by bit from the highest. `r` is not 0.
Division DivideUnsigned64(const uvec2 l, const uvec2 r) {
  Division made = Division(uvec2(0), uvec2(0));
  for (int bit = 63; bit >= 0; --bit) {
    const uint next = bit >= 32 ? l.y >> (bit - 32) : l.x >> bit;
    made.rest = ShiftLeft64(made.rest, 1) | uvec2(next & 1, 0);
    made.quotient = ShiftLeft64(made.quotient, 1);
    if (LessUnsigned64(made.rest, r)) continue;
    made.rest = Sub64(made.rest, r);
    made.quotient.x |= 1;
  }
  return made;
}

// Returns the quotient rounded toward zero.
uvec2 Quotient64(const uvec2 l, const uvec2 r) {
  const uvec2 quotient = DivideUnsigned64(Magnitude64(l), Magnitude64(r)).quotient;
  return IsNegative64(l) != IsNegative64(r) ? Negate64(quotient) : quotient;
}

// Returns the remainder with the divisor's sign.
uvec2 FloorMod64(const uvec2 l, const uvec2 r) {
  const uvec2 rest = DivideUnsigned64(Magnitude64(l), Magnitude64(r)).rest;
  if (rest == uvec2(0)) return rest;
  const uvec2 truncated = IsNegative64(l) ? Negate64(rest) : rest;
  return IsNegative64(l) != IsNegative64(r) ? Add64(truncated, r) : truncated;
}
