#include "runtime/base/log.h"

#include <cstdio>
#include <string>

namespace litevk {

void Logger::Log(LogLevel level, std::string_view line) const {
  if (!enabled(level)) return;
  std::string text = "litevk: ";
  text.append(line).push_back('\n');
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace litevk
