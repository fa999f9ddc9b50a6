// A file that a command line names, opened for reading.
#pragma once

#include <filesystem>
#include <fstream>

#include "runtime/base/status.h"

namespace litevk::tools {

// Opens the file. The error says why it cannot be read. Waits for the writer of a FIFO, since shells make
// FIFOs.
Result<std::ifstream> OpenInputFile(const std::filesystem::path& path);

}  // namespace litevk::tools
