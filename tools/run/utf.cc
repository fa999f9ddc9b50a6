#include "tools/run/utf.h"

#include <cstdint>
#include <cstring>

namespace litevk::tools {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;
constexpr uint32_t kLast = 0x10FFFF;

void AppendUtf8(uint32_t code, std::string* out) {
  const auto put = [&](uint32_t byte) { out->push_back(static_cast<char>(byte)); };
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

// Bytes of the character that `lead` begins; 0 for a byte that begins none.
size_t LengthOf(uint32_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

// Takes one character off the front of `text`.
uint32_t TakeUtf8(std::string_view* text) {
  const auto byte = [&](size_t index) {
    return static_cast<uint32_t>(static_cast<unsigned char>((*text)[index]));
  };
  const size_t length = LengthOf(byte(0));
  uint32_t code = length == 1 ? byte(0) : byte(0) & (0xFFU >> (length + 1));
  bool is_valid = length > 0 && length <= text->size();
  for (size_t index = 1; is_valid && index < length; ++index) {
    is_valid = (byte(index) & 0xC0U) == 0x80U;
    code = code << 6 | (byte(index) & 0x3FU);
  }
  text->remove_prefix(is_valid ? length : 1);
  return is_valid ? code : kReplacement;
}

}  // namespace

std::string Utf8FromUtf32(std::string_view bytes) {
  std::string text;
  for (; bytes.size() >= sizeof(uint32_t); bytes.remove_prefix(sizeof(uint32_t))) {
    uint32_t code = 0;
    std::memcpy(&code, bytes.data(), sizeof(code));
    if (code == 0) break;
    AppendUtf8(code > kLast ? kReplacement : code, &text);
  }
  return text;
}

std::string Utf32FromUtf8(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    const uint32_t code = TakeUtf8(&text);
    bytes.append(reinterpret_cast<const char*>(&code), sizeof(code));
  }
  return bytes;
}

}  // namespace litevk::tools
