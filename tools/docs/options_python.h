// python/litevk/_options.py as a function of the option table.
#pragma once

#include <string>

namespace litevk::tools {

std::string OptionsPython();

}  // namespace litevk::tools
