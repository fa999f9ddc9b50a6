#include "runtime/base/utf8.h"

#include <array>

namespace litevk {
namespace {

constexpr uint32_t kFirstSurrogate = 0xD800;
constexpr uint32_t kLastSurrogate = 0xDFFF;
// Smallest code for each number of bytes; smaller ones would have two encodings.
constexpr std::array<uint32_t, 5> kLeastOfSize = {0, 0, 0x80, 0x800, 0x10000};

// Returns the bytes of the character that `lead` begins; 0 if it begins none.
size_t SizeOf(uint32_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

bool IsCharacter(uint32_t code, size_t size) {
  return code >= kLeastOfSize[size] && code <= kLastCharacter &&
         (code < kFirstSurrogate || code > kLastSurrogate);
}

}  // namespace

Utf8Character ReadUtf8(std::string_view text) {
  const auto byte = [&](size_t index) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[index]));
  };
  const Utf8Character invalid = {.code = byte(0)};
  const size_t size = SizeOf(byte(0));
  if (size == 0 || size > text.size()) return invalid;
  uint32_t code = size == 1 ? byte(0) : byte(0) & (0xFFU >> (size + 1));
  for (size_t index = 1; index < size; ++index) {
    if ((byte(index) & 0xC0U) != 0x80U) return invalid;
    code = code << 6 | (byte(index) & 0x3FU);
  }
  if (!IsCharacter(code, size)) return invalid;
  return {.is_valid = true, .code = code, .size = size};
}

void AppendUtf8(uint32_t code, std::string* text) {
  const auto put = [&](uint32_t byte) { text->push_back(static_cast<char>(byte)); };
  const auto tail = [&](uint32_t shift) { put(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12));
    tail(6);
    tail(0);
  } else {
    put(0xF0U | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string ValidUtf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const Utf8Character character = ReadUtf8(text);
    AppendUtf8(character.is_valid ? character.code : kReplacementCharacter, &valid);
    text.remove_prefix(character.size);
  }
  return valid;
}

}  // namespace litevk
