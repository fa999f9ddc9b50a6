#include "runtime/base/log.h"

#include <cstdio>
#include <mutex>
#include <string>
#include <unordered_set>

#include "runtime/base/printable.h"

namespace litevk {
namespace {

// More different lines than these are said as often as they come.
constexpr size_t kMostWarnings = 1000;

struct Warnings {
  std::mutex mutex;
  std::unordered_set<std::string> said;
};

// Never destroyed: interpreters may be freed when the process ends.
Warnings& AllWarnings() {
  static auto* warnings = new Warnings();
  return *warnings;
}

bool IsNew(std::string_view line) {
  Warnings& warnings = AllWarnings();
  // In a child of fork() another thread of the parent may have the lock.
  const std::unique_lock lock(warnings.mutex, std::try_to_lock);
  if (!lock) return true;
  if (warnings.said.size() < kMostWarnings) return warnings.said.emplace(line).second;
  return !warnings.said.contains(std::string(line));
}

}  // namespace

void Logger::Warning(std::string_view line) const {
  if (enabled(LogLevel::kWarning) && IsNew(line)) Log(LogLevel::kWarning, line);
}

void Logger::ForgetWarnings() {
  const std::scoped_lock lock(AllWarnings().mutex);
  AllWarnings().said.clear();
}

void Logger::Log(LogLevel level, std::string_view line) const {
  if (!enabled(level)) return;
  std::string text = "litevk: ";
  text.append(PrintableLines(line)).push_back('\n');
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace litevk
