// Names of shared libraries, as users write them.
#pragma once

#include <string>

namespace litevk {

// Says how a file of the current folder is named to the system's loader, for a library that it did not find;
// empty where there is no such file.
std::string HintOnLibraryName(const std::string& name);

}  // namespace litevk
