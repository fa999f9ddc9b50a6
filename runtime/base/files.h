// Whole files, read and written.
#pragma once

#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace litevk {

// kUnavailable when the file cannot be opened or read.
Result<std::string> ReadFile(const std::string& path);

// Writes a file whole or not at all: into a temporary file beside it, which then takes its name. Safe from
// any thread and process at once; the last one wins.
Status WriteFileAtomically(const std::string& path, std::string_view bytes);

// Whether that could be done, before what is to be written is there: tries the temporary file and leaves
// nothing.
Status CheckWritable(const std::string& path);

}  // namespace litevk
