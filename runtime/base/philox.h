// The counter-based generator Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
// 2011).
#pragma once

#include <array>
#include <cstdint>

namespace litevk {

using PhiloxKey = std::array<uint32_t, 2>;
using PhiloxNumbers = std::array<uint32_t, 4>;

// What the generator makes of a counter. Both have their least significant word first.
PhiloxNumbers PhiloxOf(PhiloxKey key, PhiloxNumbers counter);

// With the seeding of TensorFlow, so that the numbers are TensorFlow Lite's.
class Philox {
 public:
  // The first seed is the key, the second one the upper half of the counter.
  Philox(uint64_t seed, uint64_t seed2);

  PhiloxNumbers Next();
  // As if Next() had been called so often.
  void Skip(uint64_t count);

 private:
  PhiloxKey key_;
  PhiloxNumbers counter_;
};

// In [0, 1), from 23 bits of a random word.
float UniformFloat(uint32_t word);
// Returns a number in [0, 1), from 52 bits of two words.
double UniformDouble(uint32_t high, uint32_t low);

}  // namespace litevk
