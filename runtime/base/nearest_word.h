// Suggestions for unknown words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace litevk {

// Returns the word with the fewest typing mistakes to `word`, case-insensitive; "" if all need more than a
// third of its letters. A mistake is a superfluous, missing, wrong or transposed letter.
std::string_view NearestWord(std::string_view word, std::span<const std::string_view> words);

// Returns "; did you mean "vulkan"?", or "" if no word is near.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> words);

}  // namespace litevk
