// The SPIR-V of one shader, as the library stores it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace litevk::gpu {

// Words before the first instruction of a module (SPIR-V 1.3 specification, 2.3).
inline constexpr size_t kSpirvHeaderWords = 5;
// Removes the first instruction from `rest`, a module after its header, and returns it. Empty if it does not
// end within `rest`.
std::span<const uint32_t> TakeInstruction(std::span<const uint32_t>& rest);

// A view of a module, whose memory must outlive it.
class Spirv {
 public:
  constexpr Spirv() = default;
  constexpr Spirv(std::span<const uint32_t> words) : words_(words) {}  // NOLINT: a module is its words
  // `deflated` is a zlib stream (RFC 1950) of `word_count` words in the machine's byte order. The library
  // stores modules this way since they repeat one another: a third of the size, and 0.1 ms to inflate one.
  constexpr Spirv(std::span<const unsigned char> deflated, size_t word_count)
      : deflated_(deflated), word_count_(word_count) {}

  // Returns the words; empty without a module, or if the stream does not give the expected words.
  std::vector<uint32_t> Words() const;
  // Returns the stored bytes. Modules with equal bytes are equal.
  std::span<const std::byte> bytes() const {
    return words_.empty() ? std::as_bytes(deflated_) : std::as_bytes(words_);
  }

 private:
  std::span<const uint32_t> words_;
  std::span<const unsigned char> deflated_;
  size_t word_count_ = 0;
};

}  // namespace litevk::gpu
