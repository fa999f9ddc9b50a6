// Text of others, such as the names in a model or a driver's, on its way to terminals, logs and JSON.
#pragma once

#include <string>
#include <string_view>

namespace litevk {

// Returns the text with everything written out that a terminal or a log may take for a command: control
// characters ("\n", "\x1b"), bytes that are no UTF-8 ("\xff"), and what turns the direction of text
// ("\u202e").
std::string Printable(std::string_view text);

// Returns the same for a text of several lines: line feeds and tabs stay.
std::string PrintableLines(std::string_view text);

// Returns JSON with such characters, which may stand in its strings alone, as escapes of JSON.
std::string PrintableJson(std::string_view json);

// Returns the JSON of a value of nlohmann_json, on one line or indented. Bytes that are no UTF-8, as the
// names in a model may have, become U+FFFD.
template <typename Json>
std::string JsonText(const Json& json, int indent = -1) {
  return PrintableJson(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace litevk
