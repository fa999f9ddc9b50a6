#include "runtime/base/nearest_word.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace litevk {
namespace {

// Limit above the length of options and commands. Computing a distance takes the product of the lengths.
constexpr size_t kLongestWord = 100;

bool SameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Returns the optimal string alignment distance, computed with three rows of its table.
size_t Mistakes(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = above[j - 1] + (SameLetter(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool is_exchanged =
          i > 1 && j > 1 && SameLetter(a[i - 1], b[j - 2]) && SameLetter(a[i - 2], b[j - 1]);
      if (is_exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view NearestWord(std::string_view word, std::span<const std::string_view> words) {
  if (word.size() > kLongestWord) return {};
  std::string_view nearest;
  size_t fewest = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : words) {
    const size_t mistakes = Mistakes(word, candidate);
    // Skips a candidate in which every letter would be wrong.
    if (mistakes >= fewest || mistakes >= std::max(word.size(), candidate.size())) continue;
    fewest = mistakes;
    nearest = candidate;
  }
  return nearest;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> words) {
  const std::string_view nearest = NearestWord(word, words);
  return nearest.empty() ? "" : "; did you mean \"" + std::string(nearest) + "\"?";
}

}  // namespace litevk
