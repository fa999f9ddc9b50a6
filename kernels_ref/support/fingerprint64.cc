#include "kernels_ref/support/fingerprint64.h"

#include <bit>
#include <utility>

namespace litevk::ref {
namespace {

// Primes from the definition.
constexpr uint64_t kPrime0 = 0xc3a5c85c97cb3127;
constexpr uint64_t kPrime1 = 0xb492b66fbe98f273;
constexpr uint64_t kPrime2 = 0x9ae16a3b2f90404f;
constexpr size_t kBlock = 64;

using Bytes = std::span<const std::byte>;

// Reads little-endian words on any machine.
uint64_t Word(Bytes bytes, size_t offset, size_t width) {
  uint64_t word = 0;
  for (size_t index = width; index-- > 0;)
    word = word << 8 | std::to_integer<uint64_t>(bytes[offset + index]);
  return word;
}
uint64_t Word64(Bytes bytes, size_t offset) { return Word(bytes, offset, 8); }
uint64_t Word32(Bytes bytes, size_t offset) { return Word(bytes, offset, 4); }

uint64_t FoldHigh(uint64_t value) { return value ^ (value >> 47); }

// Merges a pair of words into one.
uint64_t Merge(uint64_t low, uint64_t high, uint64_t factor) {
  const uint64_t first = FoldHigh((low ^ high) * factor);
  return FoldHigh((high ^ first) * factor) * factor;
}

uint64_t LengthFactor(size_t length) { return kPrime2 + 2 * uint64_t{length}; }

uint64_t HashUpTo16(Bytes bytes) {
  const size_t length = bytes.size();
  const uint64_t factor = LengthFactor(length);
  if (length >= 8) {
    const uint64_t first = Word64(bytes, 0) + kPrime2;
    const uint64_t last = Word64(bytes, length - 8);
    return Merge(std::rotr(last, 37) * factor + first, (std::rotr(first, 25) + last) * factor, factor);
  }
  if (length >= 4) return Merge(length + (Word32(bytes, 0) << 3), Word32(bytes, length - 4), factor);
  if (length == 0) return kPrime2;
  const uint64_t front = Word(bytes, 0, 1) + (Word(bytes, length / 2, 1) << 8);
  const uint64_t back = length + (Word(bytes, length - 1, 1) << 2);
  return FoldHigh(front * kPrime2 ^ back * kPrime0) * kPrime2;
}

// First stage of the hashes of up to 32 and up to 64 bytes: mixes the first and last bytes.
struct Ends {
  uint64_t first;
  uint64_t low;
  uint64_t high;
};

Ends MixEnds(Bytes bytes, uint64_t first_factor, uint64_t factor) {
  const uint64_t first = Word64(bytes, 0) * first_factor;
  const uint64_t second = Word64(bytes, 8);
  const uint64_t last = Word64(bytes, bytes.size() - 8) * factor;
  const uint64_t before_last = Word64(bytes, bytes.size() - 16) * kPrime2;
  return {.first = first,
          .low = std::rotr(first + second, 43) + std::rotr(last, 30) + before_last,
          .high = first + std::rotr(second + kPrime2, 18) + last};
}

uint64_t HashUpTo32(Bytes bytes) {
  const uint64_t factor = LengthFactor(bytes.size());
  const Ends ends = MixEnds(bytes, kPrime1, factor);
  return Merge(ends.low, ends.high, factor);
}

uint64_t HashUpTo64(Bytes bytes) {
  const uint64_t factor = LengthFactor(bytes.size());
  const Ends ends = MixEnds(bytes, kPrime2, factor);
  const uint64_t merged = Merge(ends.low, ends.high, factor);
  const uint64_t third = Word64(bytes, 16) * factor;
  const uint64_t fourth = Word64(bytes, 24);
  const uint64_t inner = (ends.low + Word64(bytes, bytes.size() - 32)) * factor;
  const uint64_t outer = (merged + Word64(bytes, bytes.size() - 24)) * factor;
  return Merge(std::rotr(third + fourth, 43) + std::rotr(inner, 30) + outer,
               third + std::rotr(fourth + ends.first, 18) + inner, factor);
}

using Pair = std::pair<uint64_t, uint64_t>;

Pair MixHalfBlock(Bytes bytes, size_t offset, uint64_t first, uint64_t second) {
  const uint64_t last = Word64(bytes, offset + 24);
  first += Word64(bytes, offset);
  second = std::rotr(second + first + last, 21);
  const uint64_t sum = first + Word64(bytes, offset + 8) + Word64(bytes, offset + 16);
  return {sum + last, second + std::rotr(sum, 44) + first};
}

// State of 56 bytes that carries over from one 64-byte block to the next.
struct Chain {
  uint64_t x;
  uint64_t y;
  uint64_t z;
  Pair v;
  Pair w;

  // Mixes a block into the state. `weight` is 1 except in the last block.
  void Mix(Bytes bytes, size_t block, uint64_t factor, uint64_t weight) {
    x = std::rotr(x + y + v.first + Word64(bytes, block + 8), 37) * factor;
    y = std::rotr(y + v.second + Word64(bytes, block + 48), 42) * factor;
    x ^= w.second * weight;
    y += v.first * weight + Word64(bytes, block + 40);
    z = std::rotr(z + w.first, 33) * factor;
    v = MixHalfBlock(bytes, block, v.second * factor, x + w.first);
    w = MixHalfBlock(bytes, block + 32, z + w.second, y + Word64(bytes, block + 16));
    std::swap(z, x);
  }
};

uint64_t HashBlocks(Bytes bytes) {
  constexpr uint64_t kSeed = 81;
  constexpr uint64_t kOffset = 113;
  const uint64_t y = kSeed * kPrime1 + kOffset;
  Chain chain = {.x = kSeed * kPrime2 + Word64(bytes, 0),
                 .y = y,
                 .z = FoldHigh(y * kPrime2 + kOffset) * kPrime2,
                 .v = {0, 0},
                 .w = {0, 0}};
  // The last 1 to 64 bytes start no block of their own. The last block ends with them and may overlap the one
  // before.
  const size_t rest = (bytes.size() - 1) % kBlock;
  for (size_t block = 0; block + rest + 1 < bytes.size(); block += kBlock)
    chain.Mix(bytes, block, kPrime1, 1);
  const uint64_t factor = kPrime1 + ((chain.z & 0xff) << 1);
  chain.w.first += rest;
  chain.v.first += chain.w.first;
  chain.w.first += chain.v.first;
  chain.Mix(bytes, bytes.size() - kBlock, factor, 9);
  return Merge(Merge(chain.v.first, chain.w.first, factor) + FoldHigh(chain.y) * kPrime0 + chain.z,
               Merge(chain.v.second, chain.w.second, factor) + chain.x, factor);
}

}  // namespace

uint64_t Fingerprint64(Bytes bytes) {
  if (bytes.size() <= 16) return HashUpTo16(bytes);
  if (bytes.size() <= 32) return HashUpTo32(bytes);
  if (bytes.size() <= kBlock) return HashUpTo64(bytes);
  return HashBlocks(bytes);
}

}  // namespace litevk::ref
