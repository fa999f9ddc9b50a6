// The counter-based generator Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
// 2011) with the seeding of TensorFlow, so that the numbers are TensorFlow Lite's.
#pragma once

#include <array>
#include <cstdint>

namespace litevk {

class Philox {
 public:
  using Numbers = std::array<uint32_t, 4>;

  // The first seed is the key, the second one the upper half of the counter.
  Philox(uint64_t seed, uint64_t seed2);

  Numbers Next();
  // As if Next() had been called so often.
  void Skip(uint64_t count);

 private:
  std::array<uint32_t, 2> key_;
  Numbers counter_;  // the least significant word first
};

// In [0, 1), from 23 bits of a random word.
float UniformFloat(uint32_t word);
// The same from 52 bits of two words.
double UniformDouble(uint32_t high, uint32_t low);

}  // namespace litevk
