#include "tools/program/checks.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "runtime/base/nearest_word.h"

namespace litevk::tools {
namespace {

std::string Expected(const std::string& expected, const std::string& found) {
  return "expected " + expected + ", found \"" + found + "\"";
}

CLI::Validator IntegerCheck(const std::string& expected, bool (*is_good)(double)) {
  const auto check = [=](const std::string& text) {
    double value = 0;
    const bool ok = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && is_good(value);
    return ok ? std::string() : Expected(expected, text);
  };
  return {check, "", ""};
}

}  // namespace

CLI::Validator AboveZero() {
  return IntegerCheck("a number above 0", [](double value) { return value > 0; });
}

CLI::Validator AtLeastZero() {
  return IntegerCheck("a number of at least 0", [](double value) { return value >= 0; });
}

CLI::Validator WholeNumber(int64_t least, int64_t most) {
  const auto check = [=](const std::string& text) {
    int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::invalid_argument || next != end) return Expected("a whole number", text);
    const bool is_negative = text.starts_with('-');
    if (error == std::errc() ? value < least : is_negative) {
      return Expected(std::to_string(least) + " or more", text);
    }
    return value > most || error != std::errc() ? Expected("at most " + std::to_string(most), text) : "";
  };
  return {check, "", ""};
}

CLI::Validator OneOf(const std::vector<std::string>& words) {
  const auto check = [=](const std::string& text) {
    if (std::ranges::find(words, text) != words.end()) return std::string();
    std::string expected;
    for (size_t i = 0; i < words.size(); ++i) {
      expected += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    }
    return Expected(expected, text) +
           DidYouMean(text, std::vector<std::string_view>(words.begin(), words.end()));
  };
  return {check, "", ""};
}

}  // namespace litevk::tools
