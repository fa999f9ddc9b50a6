// docs/SUPPORTED_OPS.md as a function of the op tables.
#pragma once

#include <span>
#include <string>

namespace litevk {

// Markdown: one section per operator with its versions, the types that its kernel in kernels_ref takes and
// the types, conditions and layout role on the GPU. `interpreter_ops` are the operators without a kernel
// that our interpreter runs itself.
std::string SupportedOpsMarkdown(std::span<const int> interpreter_ops);

}  // namespace litevk
