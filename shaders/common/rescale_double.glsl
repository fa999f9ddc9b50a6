// Multiplies integer sums by a double as x86-64 computes int32(round(double(sum) * factor)), but without doubles. The product
// is rounded twice: to 53 bits with ties to even, then to an integer with ties away from zero.
//
// The host passes the multiplier as 64 bits, the highest of them set, and an exponent: factor = bits * 2^(exponent - 64)
// (delegate/ops/common/double_multiplier.h). The sum is shifted until its highest bit is set too. The words of their exact product,
// normalized likewise, are `top`, `next` and lower ones.
//
// A result that fits 32 bits has its integer and its half in `top`. The first rounding keeps 53 bits: `top` and the upper 21
// bits of `next`. It changes `top` only by a carry, which requires that these 21 bits are all set. A tie then rounds up too, so
// it carries if they and the bit below are set, whatever follows.

// Highest bits of a product, whose value is (top + next / 2^32) * 2^(exponent - 31).
struct DoubleProduct {
  uint top, next;
  int exponent;
};

int RoundProduct(const DoubleProduct product, const bool is_negative) {
  uint top = product.top;
  int exponent = product.exponent;
  if (product.next >= 0xFFFFFC00u) {
    if (top == 0xFFFFFFFFu) {
      top = 0x80000000u;
      ++exponent;
    } else {
      ++top;
    }
  }
  if (exponent < -1) return 0;
  // A result beyond 32 bits becomes the lowest int32.
  if (exponent > 30) return int(0x80000000u);
  const uint halves = top >> (30 - exponent);
  const int magnitude = int((halves >> 1) + (halves & 1));
  return is_negative ? -magnitude : magnitude;
}

DoubleProduct Normalized(const uint top, const uint next, const uint last, const int exponent) {
  if ((top & 0x80000000u) != 0) return DoubleProduct(top, next, exponent);
  return DoubleProduct(top << 1 | next >> 31, next << 1 | last >> 31, exponent - 1);
}

int RescaleDouble(const int sum, const uvec2 multiplier, const int exponent) {
  if (sum == 0) return 0;
  const uint magnitude = sum < 0 ? uint(-sum) : uint(sum);
  const int highest = findMSB(magnitude);
  const uint value = magnitude << (31 - highest);
  uint top, next, carry_in, last, carry;
  umulExtended(value, multiplier.x, carry_in, last);
  umulExtended(value, multiplier.y, top, next);
  next = uaddCarry(next, carry_in, carry);
  return RoundProduct(Normalized(top + carry, next, last, exponent + highest), sum < 0);
}

// Returns the upper three words of a product of 64 by 64 bits, the highest in z.
uvec3 Product64(const uvec2 l, const uvec2 r) {
  uint carry, low;
  uvec2 middle_left, middle_right, high;
  umulExtended(l.x, r.x, carry, low);
  umulExtended(l.x, r.y, middle_left.y, middle_left.x);
  umulExtended(l.y, r.x, middle_right.y, middle_right.x);
  umulExtended(l.y, r.y, high.y, high.x);
  // The first sum cannot overflow, since the product of two words leaves room for one more.
  const uvec2 left = Add64(middle_left, uvec2(carry, 0));
  const uvec2 right = Add64(middle_right, uvec2(left.x, 0));
  const uvec2 top = Add64(Add64(high, uvec2(left.y, 0)), uvec2(right.y, 0));
  return uvec3(right.x, top);
}

// Rounds an integer whose highest bit is set to 53 bits, ties to even. Overflow gives 0.
uvec2 RoundedToDouble(const uvec2 value) {
  const uint rest = value.x & 0x7FFu;
  const bool rounds_up = rest > 0x400u || (rest == 0x400u && (value.x & 0x800u) != 0);
  return Add64(uvec2(value.x & ~0x7FFu, value.y), uvec2(rounds_up ? 0x800u : 0, 0));
}

// Rescales a 64-bit sum (common/int64.glsl). The conversion of the sum to a double rounds too.
int RescaleDouble64(const uvec2 sum, const uvec2 multiplier, const int exponent) {
  const uvec2 magnitude = Magnitude64(sum);
  if (magnitude == uvec2(0)) return 0;
  const int highest = magnitude.y != 0 ? findMSB(magnitude.y) + 32 : findMSB(magnitude.x);
  const uvec2 rounded = RoundedToDouble(ShiftLeft64(magnitude, uint(63 - highest)));
  const bool overflows = rounded.y == 0;
  const uvec3 product = Product64(overflows ? uvec2(0, 0x80000000u) : rounded, multiplier);
  const int highest_rounded = overflows ? highest + 1 : highest;
  return RoundProduct(Normalized(product.z, product.y, product.x, exponent + highest_rounded), IsNegative64(sum));
}
