// docs/SUPPORTED_OPS.md as a function of the op table.
#pragma once

#include <string>

namespace litevk {

// Markdown: one section per operator with its versions, types, constraints and layout role.
std::string SupportedOpsMarkdown();

}  // namespace litevk
