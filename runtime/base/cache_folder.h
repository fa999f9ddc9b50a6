// Where a user keeps what can be made again.
#pragma once

#include <string>

#include "runtime/base/status.h"

namespace litevk {

// The folder litevk below $XDG_CACHE_HOME, or below ~/.cache without that; both are made where they are
// missing, for this user alone. kUnavailable where one of them is another user's or others may write into it,
// since pipelines that others lay there would run, where litevk is no folder but a link, and where no
// variable names a place.
Result<std::string> UserCacheFolder();

}  // namespace litevk
