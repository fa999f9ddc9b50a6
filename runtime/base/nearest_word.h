// What somebody who wrote an unknown word may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace litevk {

// Returns the one of `words` that becomes `word` by the fewest typing mistakes, in any case of letters; ""
// where all take more mistakes than a third of its letters. A mistake is a letter too much, missing, wrong,
// or exchanged with the next one.
std::string_view NearestWord(std::string_view word, std::span<const std::string_view> words);

// Returns "; did you mean "vulkan"?", or "" where nothing is near.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> words);

}  // namespace litevk
