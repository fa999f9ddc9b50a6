// A folder that nobody but this process's user can open, for files of a program that goes on alone.
#pragma once

#include <filesystem>

#include "runtime/base/status.h"

namespace litevk::tools {

// Returns this process's folder, which is made at the first call and goes with the program: at its end, and
// when one of the usual signals ends it. SIGKILL leaves the folder.
Result<std::filesystem::path> ScratchFolder();

}  // namespace litevk::tools
