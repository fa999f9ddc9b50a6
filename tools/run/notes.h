// Sentences on what of a model was taken because its user chose nothing: a signature, the sizes of open dims.
#pragma once

#include <string>
#include <vector>

#include "tools/run/session.h"

namespace litevk::tools {

// Returns the sentences; none on open dims where `has_arrays`, arrays of the user's for all inputs.
std::vector<std::string> NotesOf(const Session& session, bool has_arrays = false);

// Prints on standard error which of several signatures was taken, before anything runs.
void TellSignature(const char* program, const Session& session);

}  // namespace litevk::tools
