// A folder for temporary files that only this process's user can open.
#pragma once

#include <filesystem>

#include "runtime/base/status.h"

namespace litevk::tools {

// Returns this process's folder, which is made at the first call. The folder is removed at the program's end
// and when one of the usual signals ends it; SIGKILL leaves the folder.
Result<std::filesystem::path> ScratchFolder();

}  // namespace litevk::tools
