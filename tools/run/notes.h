// Notes on the defaults that were taken because the user did not choose: a signature, the sizes of open dims.
#pragma once

#include <string>
#include <vector>

#include "tools/run/session.h"

namespace litevk::tools {

// Returns the notes; none on open dims if `has_arrays`, which means that the user gave arrays for all inputs.
std::vector<std::string> NotesOf(const Session& session, bool has_arrays = false);

// Prints on standard error which of several signatures was taken, before anything runs.
void TellSignature(const char* program, const Session& session);

}  // namespace litevk::tools
