// The delegate's options on a program's command line, which has one spelling for them: -o KEY=VALUE.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"

namespace CLI {
class App;
}

namespace litevk::tools {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

// Adds -o KEY=VALUE, which may be repeated, and its older name --delegate-option.
void AddDelegateOptions(CLI::App& app, std::vector<std::string>& options);

// Splits each at its first equals sign.
Result<KeyValues> ParseDelegateOptions(const std::vector<std::string>& options);

// Refuses a delegate that is neither a word of `words`, such as none and vulkan, nor the name of a file, and
// the path of a file that does not exist.
Status CheckDelegate(const std::string& delegate, const std::vector<std::string>& words);

}  // namespace litevk::tools
