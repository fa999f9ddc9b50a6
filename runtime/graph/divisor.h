// Division in a shader by a number that only the host knows. It takes a multiplication and a shift, instead
// of a few dozen instructions. Divide() of shaders/common/divide.glsl.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace litevk::gpu {

// n / d = (high 32 bits of (n * multiplier) + n) >> shift for every n below 2^31: T. Granlund and P.
// Montgomery, "Division by invariant integers using multiplication", 1994, theorem 4.2 with l =
// ceil(log2(d)). Laid out as the uvec2 of a push constant block.
struct alignas(8) Divisor {
  Divisor() = default;
  explicit Divisor(uint32_t d) {
    assert(d > 0 && d <= uint32_t{1} << 31);
    shift = static_cast<uint32_t>(std::bit_width(d - 1));
    const uint64_t excess = (uint64_t{1} << shift) - d;
    multiplier = static_cast<uint32_t>((excess << 32) / d + 1);
  }

  // Returns the divisor.
  uint32_t value() const {
    return static_cast<uint32_t>((uint64_t{1} << (32 + shift)) / ((uint64_t{1} << 32) + multiplier - 1));
  }

  uint32_t multiplier = 1;  // the initial values divide by 1
  uint32_t shift = 0;
};

}  // namespace litevk::gpu
