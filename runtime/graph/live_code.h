// What runs of a module, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

namespace litevk::gpu {

// The module without the code that its constants rule out: blocks behind branches that they decide, functions
// that nobody calls, values that nobody reads. A function stands there once for each set of constants that it
// is called with. A module with an instruction that is not known here stays as it is.
//
// Drivers come to the same code, but late: they first inline every call, dead or alive, and pass over all of
// it dozens of times (docs/design/live_code.md).
std::vector<uint32_t> KeepLiveCode(std::vector<uint32_t> module);

}  // namespace litevk::gpu
