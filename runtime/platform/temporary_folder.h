// Folders for files that a program needs while it runs.
#pragma once

#include <string>

#include "runtime/base/status.h"

namespace litevk {

// Makes a folder of a new name, which nobody but this process's user can open, and returns its path. The
// caller removes it.
Result<std::string> MakeTemporaryFolder();

}  // namespace litevk
