// docs/REASONS.md as a function of the table of reasons.
#pragma once

#include <string>

namespace litevk::tools {

std::string ReasonsMarkdown();

}  // namespace litevk::tools
