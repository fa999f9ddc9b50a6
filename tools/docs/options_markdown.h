// docs/OPTIONS.md as a function of the option table.
#pragma once

#include <string>

namespace litevk::tools {

std::string OptionsMarkdown();

}  // namespace litevk::tools
