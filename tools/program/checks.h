// Checks of values on a command line, for CLI::Option::check. CLI11's own checks print the whole range of a
// double, and suggest no word for a misspelled one.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace CLI {
class Validator;
}

namespace litevk::tools {

CLI::Validator AboveZero();
CLI::Validator AtLeastZero();
// Accepts whole numbers. The error for a number below `least` is "expected 1 or more".
CLI::Validator WholeNumber(int64_t least, int64_t most = std::numeric_limits<int>::max());
// Accepts the words. The error for another one lists all words and suggests the nearest.
CLI::Validator OneOf(const std::vector<std::string>& words);

}  // namespace litevk::tools
