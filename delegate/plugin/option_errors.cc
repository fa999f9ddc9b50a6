#include "delegate/plugin/option_errors.h"

#include <algorithm>
#include <vector>

#include "runtime/base/nearest_word.h"

namespace litevk {
namespace {

constexpr std::string_view kListOf = "a comma-separated list of ";

Status OptionError(const std::string& key, const std::string& what) {
  return InvalidArgument("option \"" + key + "\": " + what);
}

// Returns "auto or all" as {"auto", "all"}, without values of several words, such as "the path of a file".
std::vector<std::string_view> WordsOf(std::string_view values) {
  if (values.starts_with(kListOf)) values.remove_prefix(kListOf.size());
  std::vector<std::string_view> words;
  while (!values.empty()) {
    const size_t comma = std::min(values.find(", "), values.size());
    const size_t end = std::min(values.find(" or "), comma);
    const std::string_view word = values.substr(0, end);
    if (word.find(' ') == std::string_view::npos) words.push_back(word);
    values.remove_prefix(std::min(values.size(), end + (end == comma ? 2 : 4)));
  }
  return words;
}

}  // namespace

Status NoSuchKey(const std::string& key, std::span<const OptionSpec> options) {
  std::vector<std::string_view> keys;
  for (const OptionSpec& spec : options) keys.push_back(spec.key);
  std::string hint = DidYouMean(key, keys);
  if (!hint.empty()) return OptionError(key, "there is no such key" + hint);
  for (const std::string_view valid : keys) {
    hint.append(hint.empty() ? "; the valid keys are " : ", ").append(valid);
  }
  return OptionError(key, "there is no such key" + hint);
}

Status BadValue(const OptionSpec& spec, const std::string& value) {
  const std::vector<std::string_view> words = WordsOf(spec.values);
  std::string hint;
  for (std::string_view rest = value; hint.empty() && !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(','));
    if (std::ranges::find(words, word) == words.end()) hint = DidYouMean(word, words);
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return OptionError(std::string(spec.key),
                     "expected " + std::string(spec.values) + ", found \"" + value + "\"" + hint);
}

}  // namespace litevk
