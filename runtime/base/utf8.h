// Reads and writes single UTF-8 characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace litevk {

constexpr uint32_t kReplacementCharacter = 0xFFFD;
constexpr uint32_t kLastCharacter = 0x10FFFF;

// The first character of a text, or its first byte if that is no valid UTF-8.
struct Utf8Character {
  bool is_valid = false;
  uint32_t code = 0;  // the byte, if not valid
  size_t size = 1;    // in bytes
};

// Reads the first character of a text of at least one byte.
Utf8Character ReadUtf8(std::string_view text);
void AppendUtf8(uint32_t code, std::string* text);

// Returns the text with U+FFFD in place of bytes that are no valid UTF-8.
std::string ValidUtf8(std::string_view text);

}  // namespace litevk
