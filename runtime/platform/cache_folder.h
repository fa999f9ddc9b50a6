// The folder in which a user keeps files that can be made again.
#pragma once

#include <string>

#include "runtime/base/status.h"

namespace litevk {

// Returns the folder litevk below $XDG_CACHE_HOME, or else below ~/.cache. Makes missing folders, for this
// user only.
//
// Returns kUnavailable if no variable names a place, or litevk is a link and no folder. The same holds if a
// folder belongs to another user or is writable by others, whose pipelines would then run.
Result<std::string> UserCacheFolder();

}  // namespace litevk
