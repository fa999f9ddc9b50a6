// Permissions of files.
#pragma once

#include <string>

namespace litevk {

// True if this user may not open the file for reading and writing; false if that fails for another reason.
// Opens the file for a moment.
bool AccessIsDenied(const std::string& path);

// Returns the name of the file's group, or the group's number without a name; "unknown" if there is no file.
std::string GroupOf(const std::string& path);

}  // namespace litevk
