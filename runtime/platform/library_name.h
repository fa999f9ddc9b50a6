// Names of shared libraries, as users write them.
#pragma once

#include <string>

namespace litevk {

// Returns a hint on how to name a file of the current folder for the system's loader, which did not find it.
// Empty if there is no such file.
std::string HintOnLibraryName(const std::string& name);

}  // namespace litevk
