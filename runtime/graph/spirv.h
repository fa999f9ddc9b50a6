// The SPIR-V of one shader, as it lies in the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace litevk::gpu {

// Words before the first instruction of a module (SPIR-V 1.3 specification, 2.3).
inline constexpr size_t kSpirvHeaderWords = 5;
// Takes the first instruction off `rest`, a module from the header on. Empty where it does not end within
// `rest`.
std::span<const uint32_t> TakeInstruction(std::span<const uint32_t>& rest);

// A view: what it was made of must outlive it.
class Spirv {
 public:
  constexpr Spirv() = default;
  constexpr Spirv(std::span<const uint32_t> words) : words_(words) {}  // NOLINT: a module is its words
  // `deflated` is a stream of zlib's (RFC 1950) that gives `word_count` words in the machine's order. The
  // library holds its modules so, since they repeat one another: a third of their size, and 0.1 ms to inflate
  // one.
  constexpr Spirv(std::span<const unsigned char> deflated, size_t word_count)
      : deflated_(deflated), word_count_(word_count) {}

  // Empty where there is no module, and where a stream does not give what it should.
  std::vector<uint32_t> Words() const;
  // The bytes as they are held: two modules with the same ones are the same.
  std::span<const std::byte> bytes() const {
    return words_.empty() ? std::as_bytes(deflated_) : std::as_bytes(words_);
  }

 private:
  std::span<const uint32_t> words_;
  std::span<const unsigned char> deflated_;
  size_t word_count_ = 0;
};

}  // namespace litevk::gpu
