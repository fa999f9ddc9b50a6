// Conversions between UTF-8 and the little-endian UTF-32 of numpy's unicode arrays.
#pragma once

#include <string>
#include <string_view>

namespace litevk::tools {

// Converts four bytes a character, up to the first NUL. A value that is no character becomes U+FFFD.
std::string Utf8FromUtf32(std::string_view bytes);
// Converts to four bytes a character. A byte that is no part of valid UTF-8 becomes U+FFFD.
std::string Utf32FromUtf8(std::string_view text);

}  // namespace litevk::tools
