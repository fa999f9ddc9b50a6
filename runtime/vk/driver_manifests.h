// The files that tell the Vulkan loader of drivers, found as the loader finds them.
#pragma once

#include <string>
#include <vector>

namespace litevk::vk {

// Returns what the loader will give to dlopen(), for each driver: a path, or a name for the system to find.
// Files that cannot be read or understood are left out. Follows the variables of the environment that the
// loader follows.
std::vector<std::string> DriverLibraries();

}  // namespace litevk::vk
