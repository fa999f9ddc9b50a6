// Signals that a program gets from its user and from the system. Functions that a signal calls may interrupt
// anything, so they take no lock and no memory.
#pragma once

#include <string_view>

namespace litevk {

// Calls `handler` at the next Ctrl-C (SIGINT) of the process, which then goes on. The Ctrl-C after that ends
// the process. The last handler counts.
void OnNextInterrupt(void (*handler)());

// Calls `handler` when one of the usual signals ends the process, before it does so. Signals that are ignored
// or handled already stay as they are. The last handler counts.
void BeforeEndingSignals(void (*handler)());

// Writes on standard error, from a handler too. Losing the text on a closed terminal does no harm.
void WriteErrorInHandler(std::string_view text);

// Removes a folder that has files and no folders in it, from a handler too. Does nothing if that fails.
void RemoveFolderInHandler(const char* folder);

}  // namespace litevk
