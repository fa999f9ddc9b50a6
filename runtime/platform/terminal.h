// The terminal at which a user watches a program.
#pragma once

namespace litevk {

// True if a person sees what the program writes on standard error, and no file or pipe gets it.
bool StandardErrorIsTerminal();

}  // namespace litevk
