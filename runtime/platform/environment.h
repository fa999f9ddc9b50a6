// Surroundings in which the system has started this process.
#pragma once

#include <filesystem>
#include <string>

namespace litevk {

// Returns an environment variable, null if it is not set. Also null if the program has more rights than its
// user, who chose the value. The text is the system's, until the variable is set again.
const char* TrustedVariable(const char* name);

// Sets an environment variable of this process and of those that it starts. No other thread may read
// variables meanwhile.
void SetVariable(const char* name, const std::string& value);

// Returns the path of the running program; empty if the system does not tell.
std::filesystem::path ProgramPath();

}  // namespace litevk
