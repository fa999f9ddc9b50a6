#include "runtime/base/log.h"

#include <cstdio>
#include <mutex>
#include <string>
#include <unordered_set>

#include "runtime/base/printable.h"

namespace litevk {
namespace {

// Limit of remembered lines. Further lines are printed each time.
constexpr size_t kMostWarnings = 1000;

struct Warnings {
  std::mutex mutex;
  std::unordered_set<std::string> said;
};

// Returns the warnings, which are never destroyed: interpreters may be freed at process exit.
Warnings& AllWarnings() {
  static auto* warnings = new Warnings();
  return *warnings;
}

bool IsNew(std::string_view line) {
  Warnings& warnings = AllWarnings();
  // In a child of fork(), a thread that only the parent has may hold the lock.
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
