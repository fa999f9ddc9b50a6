// The counter-based generator Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
// 2011).
#pragma once

#include <array>
#include <cstdint>

namespace litevk {

using PhiloxKey = std::array<uint32_t, 2>;
using PhiloxNumbers = std::array<uint32_t, 4>;

// Returns the random words for a key and a counter. Both have their least significant word first.
PhiloxNumbers PhiloxOf(PhiloxKey key, PhiloxNumbers counter);

// A Philox generator with TensorFlow's seeding, which gives TensorFlow Lite's numbers.
class Philox {
 public:
  // The first seed is the key, the second one the upper half of the counter.
  Philox(uint64_t seed, uint64_t seed2);

  PhiloxNumbers Next();
  // Advances like `count` calls of Next().
  void Skip(uint64_t count);

 private:
  PhiloxKey key_;
  PhiloxNumbers counter_;
};

// Returns a number in [0, 1), from 23 bits of a random word.
float UniformFloat(uint32_t word);
// Returns a number in [0, 1), from 52 bits of two words.
double UniformDouble(uint32_t high, uint32_t low);

}  // namespace litevk
