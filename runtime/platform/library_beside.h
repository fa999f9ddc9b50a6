// Opening a library that lies beside the one that asks. Uses nothing of the C++ library, whose code would be
// most of a small library that is linked statically.
#pragma once

#include <cstddef>

namespace litevk {

// Opens the first library of `paths` that can be loaded. Each path begins at the folder of the library that
// `address` lies in. Returns the function of that name; null, with a diagnostic in `problem`, if there is
// none. Throws nothing. Safe from any thread.
void* FunctionBeside(const void* address, const char* const* paths, size_t count, const char* function,
                     char* problem, size_t problem_bytes);

}  // namespace litevk
