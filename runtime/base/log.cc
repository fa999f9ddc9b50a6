#include "runtime/base/log.h"

#include <cstdio>
#include <string>

#include "runtime/base/printable.h"

namespace litevk {

void Logger::Log(LogLevel level, std::string_view line) const {
  if (!enabled(level)) return;
  std::string text = "litevk: ";
  text.append(PrintableLines(line)).push_back('\n');
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace litevk
