// Libraries that are loaded in this process, whoever loaded them.
#pragma once

#include <string>
#include <string_view>

namespace litevk {

// True if a library exports a function or variable of that name to the whole process.
bool ProcessExports(const char* name);

// Returns the path of the library that exports the name to the whole process; empty if none does.
std::string LibraryThatExports(const char* name);

// True if `is_wanted` is true of any loaded library's path.
bool AnyLoadedLibrary(bool (*is_wanted)(std::string_view path));

// True if the process has another malloc() than that of the C library, as with tcmalloc; also true without a
// known C library.
bool MallocIsReplaced();

}  // namespace litevk
