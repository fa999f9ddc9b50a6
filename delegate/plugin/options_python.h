// python/litevk/_options.py as a function of the option table.
#pragma once

#include <string>

namespace litevk {

std::string OptionsPython();

}  // namespace litevk
