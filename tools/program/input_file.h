// A file that a command line names, opened for reading.
#pragma once

#include <filesystem>
#include <fstream>

#include "runtime/base/status.h"

namespace litevk::tools {

// Opens the file, with a sentence on what keeps it from being read. FIFOs are waited for: shells make them.
Result<std::ifstream> OpenInputFile(const std::filesystem::path& path);

}  // namespace litevk::tools
