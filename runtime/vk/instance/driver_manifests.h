// Finds the manifests of Vulkan drivers as the loader does.
#pragma once

#include <string>
#include <vector>

namespace litevk::vk {

// Returns the argument of the loader's dlopen() for each driver: a path, or a name for the system to find.
// Unreadable or invalid files are omitted. Follows the same environment variables as the loader.
std::vector<std::string> DriverLibraries();

}  // namespace litevk::vk
