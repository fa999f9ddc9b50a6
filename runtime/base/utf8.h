// Characters of UTF-8, one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace litevk {

constexpr uint32_t kReplacementCharacter = 0xFFFD;
constexpr uint32_t kLastCharacter = 0x10FFFF;

// A character at the front of a text, or a byte there that is no part of valid UTF-8.
struct Utf8Character {
  bool is_valid = false;
  uint32_t code = 0;  // the byte, where it is not valid
  size_t size = 1;    // in bytes
};

// Reads the character that a text of at least one byte begins with.
Utf8Character ReadUtf8(std::string_view text);
void AppendUtf8(uint32_t code, std::string* text);

// Returns the text with U+FFFD in place of bytes that are no part of valid UTF-8.
std::string ValidUtf8(std::string_view text);

}  // namespace litevk
