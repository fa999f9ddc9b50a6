// What programs print: as std::printf, with what a terminal could take for a command written out
// (runtime/base/printable.h), since names of models and drivers are in it. Line feeds and tabs stay, so a
// name is made Printable before it becomes an argument.
#pragma once

namespace litevk::tools {

// Prints on standard output.
__attribute__((format(printf, 1, 2))) void Printf(const char* format, ...);
// Prints on standard error.
__attribute__((format(printf, 1, 2))) void PrintfError(const char* format, ...);

}  // namespace litevk::tools
