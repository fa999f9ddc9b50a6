// Checks of what stands on a command line, for CLI::Option::check. CLI11's own say the whole range of a
// double, and know no word that was meant.
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
// Whole numbers; what is below `least` is answered with "expected 1 or more".
CLI::Validator WholeNumber(int64_t least, int64_t most = std::numeric_limits<int>::max());
// Words; others are answered with all of them, and with the one that was meant.
CLI::Validator OneOf(const std::vector<std::string>& words);

}  // namespace litevk::tools
