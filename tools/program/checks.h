// Checks of numbers on a command line, for CLI::Option::check. CLI11's own say the whole range of a double.
#pragma once

namespace CLI {
class Validator;
}

namespace litevk::tools {

CLI::Validator AboveZero();
CLI::Validator AtLeastZero();

}  // namespace litevk::tools
