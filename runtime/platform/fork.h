// Copies of this process by fork(), which have its memory and none of its other threads.
#pragma once

namespace litevk {

// Returns the id of the calling process; a copy has another one. Takes no lock.
int ProcessId();

// Calls `handler` before each fork() from now on, in the thread that forks. Returns false if the system
// cannot. The handler stays until this library is unloaded. Safe from any thread.
bool CallBeforeFork(void (*handler)());

}  // namespace litevk
