// Removes dead code from a module.
#pragma once

#include <cstdint>
#include <vector>

namespace litevk::gpu {

// Returns the module without the code that its constants rule out: blocks behind decided branches, functions
// that are never called, values that are never read. A function appears once for each set of constants with
// which it is called. A module with an unknown instruction is returned unchanged.
//
// Drivers reach the same code, but late. They first inline every call, dead or alive, and traverse all of it
// dozens of times (docs/design/live_code.md).
std::vector<uint32_t> KeepLiveCode(std::vector<uint32_t> module);

}  // namespace litevk::gpu
