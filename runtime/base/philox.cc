#include "runtime/base/philox.h"

#include <bit>
#include <cstddef>

namespace litevk {
namespace {

constexpr int kRounds = 10;
constexpr int kWordBits = 32;
constexpr uint64_t kMultipliers[] = {0xD2511F53, 0xCD9E8D57};
constexpr uint32_t kKeySteps[] = {0x9E3779B9, 0xBB67AE85};

constexpr uint32_t Low(uint64_t value) { return static_cast<uint32_t>(value); }
constexpr uint32_t High(uint64_t value) { return static_cast<uint32_t>(value >> kWordBits); }

}  // namespace

PhiloxNumbers PhiloxOf(PhiloxKey key, PhiloxNumbers counter) {
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t first = kMultipliers[0] * counter[0];
    const uint64_t second = kMultipliers[1] * counter[2];
    counter = {High(second) ^ counter[1] ^ key[0], Low(second), High(first) ^ counter[3] ^ key[1],
               Low(first)};
    for (size_t index = 0; index < key.size(); ++index) key[index] += kKeySteps[index];
  }
  return counter;
}

Philox::Philox(uint64_t seed, uint64_t seed2)
    : key_{Low(seed), High(seed)}, counter_{0, 0, Low(seed2), High(seed2)} {}

PhiloxNumbers Philox::Next() {
  const PhiloxNumbers numbers = PhiloxOf(key_, counter_);
  Skip(1);
  return numbers;
}

void Philox::Skip(uint64_t count) {
  const uint64_t before = uint64_t{counter_[1]} << kWordBits | counter_[0];
  const uint64_t after = before + count;
  counter_[0] = Low(after);
  counter_[1] = High(after);
  if (after < before && ++counter_[2] == 0) ++counter_[3];
}

// Uses the bits as the fraction of a number in [1, 2).
float UniformFloat(uint32_t word) {
  constexpr uint32_t kOne = 0x3F800000;
  constexpr uint32_t kFraction = 0x007FFFFF;
  return std::bit_cast<float>(kOne | (word & kFraction)) - 1.0F;
}

double UniformDouble(uint32_t high, uint32_t low) {
  constexpr uint64_t kOne = 0x3FF0000000000000;
  constexpr uint32_t kFraction = 0x000FFFFF;
  return std::bit_cast<double>(kOne | uint64_t{high & kFraction} << kWordBits | low) - 1.0;
}

}  // namespace litevk
