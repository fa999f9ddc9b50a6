// Makes foreign text, such as names in a model or of a driver, safe for terminals, logs and JSON.
#pragma once

#include <string>
#include <string_view>

namespace litevk {

// Returns the text with escapes for characters that a terminal or a log may interpret. They are control
// characters ("\n", "\x1b"), and characters that change the direction of text ("\u202e"). Bytes that are no
// UTF-8 become
// "\xff".
std::string Printable(std::string_view text);

// Does the same for a text of several lines: line feeds and tabs stay.
std::string PrintableLines(std::string_view text);

// Returns JSON in which JSON escapes replace such characters, which can only occur in strings.
std::string PrintableJson(std::string_view json);

// Returns the JSON text of an nlohmann_json value, on one line or indented. Bytes that are no UTF-8, which a
// model's names may contain, become U+FFFD.
template <typename Json>
std::string JsonText(const Json& json, int indent = -1) {
  return PrintableJson(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace litevk
