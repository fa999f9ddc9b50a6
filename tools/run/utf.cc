#include "tools/run/utf.h"

#include <cstdint>
#include <cstring>

#include "runtime/base/utf8.h"

namespace litevk::tools {

std::string Utf8FromUtf32(std::string_view bytes) {
  std::string text;
  for (; bytes.size() >= sizeof(uint32_t); bytes.remove_prefix(sizeof(uint32_t))) {
    uint32_t code = 0;
    std::memcpy(&code, bytes.data(), sizeof(code));
    if (code == 0) break;
    AppendUtf8(code > kLastCharacter ? kReplacementCharacter : code, &text);
  }
  return text;
}

std::string Utf32FromUtf8(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    const Utf8Character character = ReadUtf8(text);
    const uint32_t code = character.is_valid ? character.code : kReplacementCharacter;
    bytes.append(reinterpret_cast<const char*>(&code), sizeof(code));
    text.remove_prefix(character.size);
  }
  return bytes;
}

}  // namespace litevk::tools
