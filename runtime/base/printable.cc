#include "runtime/base/printable.h"

#include <cstdio>

#include "runtime/base/utf8.h"

namespace litevk {
namespace {

constexpr uint32_t kDelete = 0x7F;
constexpr uint32_t kLastC1 = 0x9F;  // the control characters from DEL on end here

// True for characters that separate lines or change the direction of the following text.
bool Turns(uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

bool IsControl(uint32_t code) { return code < ' ' || (code >= kDelete && code <= kLastC1) || Turns(code); }

void AppendHex(const char* format, uint32_t code, std::string* text) {
  char digits[16];
  std::snprintf(digits, sizeof(digits), format, code);
  *text += digits;
}

void AppendEscape(const Utf8Character& character, std::string* text) {
  switch (character.code) {
    case '\n':
      *text += "\\n";
      return;
    case '\r':
      *text += "\\r";
      return;
    case '\t':
      *text += "\\t";
      return;
    default:
      AppendHex(character.is_valid && character.code > kDelete ? "\\u%04x" : "\\x%02x", character.code, text);
  }
}

std::string Escape(std::string_view text, std::string_view kept) {
  std::string result;
  while (!text.empty()) {
    const Utf8Character character = ReadUtf8(text);
    const bool is_kept = kept.find(text.front()) != std::string_view::npos;
    if (character.is_valid && (is_kept || !IsControl(character.code))) {
      result += text.substr(0, character.size);
    } else {
      AppendEscape(character, &result);
    }
    text.remove_prefix(character.size);
  }
  return result;
}

}  // namespace

std::string Printable(std::string_view text) { return Escape(text, ""); }

std::string PrintableLines(std::string_view text) { return Escape(text, "\n\t"); }

std::string PrintableJson(std::string_view json) {
  std::string result;
  while (!json.empty()) {
    const Utf8Character character = ReadUtf8(json);
    // Control characters below DEL are whitespace of the layout: in strings they are already escaped.
    if (character.code >= kDelete && IsControl(character.code)) {
      AppendHex("\\u%04x", character.code, &result);
    } else {
      result += json.substr(0, character.size);
    }
    json.remove_prefix(character.size);
  }
  return result;
}

}  // namespace litevk
