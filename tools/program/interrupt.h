// Ctrl-C in a program that has something to say of what it did until then.
#pragma once

namespace litevk::tools {

// Takes note of the next SIGINT of the process in place of dying of it, and says so on standard error. The
// one after it ends the process.
void NoteInterrupt();

// Returns whether there was one since.
bool WasInterrupted();

}  // namespace litevk::tools
