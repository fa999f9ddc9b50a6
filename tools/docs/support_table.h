// docs/SUPPORTED_OPS.md as a function of the operators' records.
#pragma once

#include <string>

namespace litevk::tools {

// Returns Markdown with one section per operator. A section has the versions, the types of the kernel in
// kernels_ref, and the types, conditions and layout role on the GPU.
std::string SupportedOpsMarkdown();

}  // namespace litevk::tools
