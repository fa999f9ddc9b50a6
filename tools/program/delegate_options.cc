#include "tools/program/delegate_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <string_view>

#include "runtime/base/nearest_word.h"

namespace litevk::tools {

void AddDelegateOptions(CLI::App& app, std::vector<std::string>& options) {
  app.add_option("-o,--delegate-option", options, "An option of the delegate; docs/OPTIONS.md has all")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

Result<KeyValues> ParseDelegateOptions(const std::vector<std::string>& options) {
  KeyValues pairs;
  for (const std::string& text : options) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return InvalidArgument("-o " + text + ": expected KEY=VALUE");
    }
    pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return pairs;
}

Status CheckDelegate(const std::string& delegate, const std::vector<std::string>& words) {
  if (std::ranges::find(words, delegate) != words.end()) return {};
  // The system's loader searches for a name without a folder, such as libx.so.
  std::error_code error;
  const bool is_file_name = delegate.find(".so") != std::string::npos;
  const bool is_found = std::filesystem::exists(delegate, error);
  if (delegate.find('/') != std::string::npos && !is_found) {
    return InvalidArgument("--delegate: the file " + delegate + " does not exist");
  }
  if (is_file_name || is_found) return {};
  std::string expected;
  for (const std::string& word : words) expected += (expected.empty() ? "" : ", ") + word;
  const std::vector<std::string_view> views(words.begin(), words.end());
  return InvalidArgument("--delegate: \"" + delegate + "\" is neither " + expected + " nor a file" +
                         DidYouMean(delegate, views));
}

}  // namespace litevk::tools
