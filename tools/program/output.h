// Prints as std::printf does, but escapes characters that a terminal could take for a command
// (runtime/base/printable.h). Names of models and drivers may have such characters. Line feeds and tabs stay,
// so names must be made Printable before they become arguments.
#pragma once

namespace litevk::tools {

// Prints on standard output.
__attribute__((format(printf, 1, 2))) void Printf(const char* format, ...);
// Prints on standard error.
__attribute__((format(printf, 1, 2))) void PrintfError(const char* format, ...);

}  // namespace litevk::tools
