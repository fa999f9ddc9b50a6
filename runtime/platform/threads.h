// Names and cores of this process's threads, also of those that others have started. The system's ids tell
// threads apart.
#pragma once

#include <string>
#include <vector>

namespace litevk {

// Returns the name of the calling thread.
std::string ThreadName();

// Names the calling thread, and the threads that it starts from now on. Names of more than 15 bytes change
// nothing.
void SetThreadName(const std::string& name);

// Returns the ids of the process's threads of that name, oldest first, without the calling one.
std::vector<int> OtherThreadsNamed(const std::string& name);

// Returns the cores that the calling thread may use; none if the system has too many to tell.
std::vector<int> UsableCores();

// Binds a thread to one core. A thread that cannot be bound stays where the system puts it.
void BindThread(int thread_id, int core);

}  // namespace litevk
