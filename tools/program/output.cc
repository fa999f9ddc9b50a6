#include "tools/program/output.h"

#include <cstdarg>
#include <cstdio>
#include <string>

#include "runtime/base/printable.h"

namespace litevk::tools {
namespace {

std::string Format(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string text(length < 0 ? 0 : static_cast<size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, arguments);
  if (!text.empty()) text.pop_back();
  return text;
}

void Write(const std::string& text, std::FILE* file) {
  const std::string printable = PrintableLines(text);
  std::fwrite(printable.data(), 1, printable.size(), file);
}

}  // namespace

void Printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Write(Format(format, arguments), stdout);
  va_end(arguments);
}

void PrintfError(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Write(Format(format, arguments), stderr);
  va_end(arguments);
}

}  // namespace litevk::tools
