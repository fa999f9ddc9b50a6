// Memory of this process.
#pragma once

#include <cstdint>

namespace litevk {

// Returns the most memory that the process has had at once until now, without what was swapped out.
int64_t PeakMemoryBytes();

}  // namespace litevk
