#include "runtime/platform/fork.h"

#include <pthread.h>
#include <unistd.h>

namespace litevk {

int ProcessId() { return getpid(); }

bool CallBeforeFork(void (*handler)()) { return pthread_atfork(handler, nullptr, nullptr) == 0; }

}  // namespace litevk
