// Warnings that are logged once, however often their cause comes back.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "runtime/base/log.h"

namespace litevk {

// Log of warnings, used by one thread at a time.
class Warnings {
 public:
  // Logs a warning once for each `cause`. A cause has nothing that changes from run to run, so that few are
  // kept.
  void Once(const Logger& logger, const std::string& cause, std::string_view line) {
    if (said_.insert(cause).second) logger.Warning(line);
  }

 private:
  std::set<std::string> said_;
};

}  // namespace litevk
