#include "runtime/platform/memory_use.h"

#include <sys/resource.h>

namespace litevk {

int64_t PeakMemoryBytes() {
  constexpr int64_t kBytesPerKib = 1024;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * kBytesPerKib;
}

}  // namespace litevk
