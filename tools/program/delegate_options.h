// The delegate's options on a program's command line, where each is written as -o KEY=VALUE.
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

// Splits each option at its first equals sign.
Result<KeyValues> ParseDelegateOptions(const std::vector<std::string>& options);

// Fails unless the delegate is one of `words`, such as none and vulkan, or the name of a library. Fails for
// the path of a file that does not exist.
Status CheckDelegate(const std::string& delegate, const std::vector<std::string>& words);

}  // namespace litevk::tools
