// GPU device nodes that this process may not open, for error messages.
#pragma once

#include <string>
#include <vector>

namespace litevk::vk {

// Returns a diagnostic for each GPU device node that exists but cannot be opened: "permission denied:
// /dev/dri/renderD128 belongs to group render".
std::vector<std::string> DeviceNodeProblems(const std::string& dev_folder = "/dev");

}  // namespace litevk::vk
