// docs/SUPPORTED_OPS.md as a function of the operators' records.
#pragma once

#include <string>

namespace litevk {

// Markdown: one section per operator with its versions, the types that its kernel in kernels_ref takes and
// the types, conditions and layout role on the GPU.
std::string SupportedOpsMarkdown();

}  // namespace litevk
