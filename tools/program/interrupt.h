// Handles Ctrl-C in a program that reports its results until then.
#pragma once

namespace litevk::tools {

// Records the next SIGINT of the process instead of ending, and says so on standard error. The SIGINT after
// that ends the process.
void NoteInterrupt();

// True if there was a SIGINT since NoteInterrupt.
bool WasInterrupted();

}  // namespace litevk::tools
