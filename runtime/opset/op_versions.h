// The versions of the builtin operators: what each added, and the TensorFlow Lite runtime that brought it.
// The one place that says which versions the project knows: the delegate's verdict, the interpreter's
// resolver, litevk-versions and docs/SUPPORTED_OPS.md read it.
#pragma once

#include <span>
#include <string_view>

namespace litevk {

// No TensorFlow Lite runtime registers the operator; ours may all the same.
inline constexpr std::string_view kRuntimeNever = "never";
// TensorFlow Lite's own list of runtimes leaves the version out.
inline constexpr std::string_view kRuntimeUnknown = "unknown";

struct OpVersion {
  int version;
  std::string_view runtime;  // "2.14.0", the first one with the version; or one of the two above
  std::string_view added;    // "int8"; what the version takes that the one below does not
};

// Ascending, without gaps: every version that the resolver of ai-edge-litert 2.3.0 accepts (a test
// compares) and, for operators that it lacks, the versions that ours accepts. Empty for an operator
// (an abi::TfLiteBuiltinOperator) that the project does not know.
std::span<const OpVersion> VersionsOf(int op_code);
// The last one; 0 for an operator that the project does not know.
int LastVersion(int op_code);
// The operators with versions, by ascending code.
std::span<const int> VersionedOperators();

}  // namespace litevk
