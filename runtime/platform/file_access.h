// Permissions of files.
#pragma once

#include <cstdint>
#include <string>

namespace litevk {

// True if this user may not open the file for reading and writing; false if that fails for another reason.
// Opens the file for a moment.
bool AccessIsDenied(const std::string& path);

// Returns the name of the group with this number, or the number itself if no group has it.
std::string GroupName(uint32_t number);

// Returns the GroupName() of the file's group, "unknown" if there is no file.
std::string GroupOf(const std::string& path);

}  // namespace litevk
