// Log lines on standard error, each beginning with "litevk: ". A delegate owns one Logger, made from
// its log_level option; nothing else in the library prints.
#pragma once

#include <string_view>

namespace litevk {

enum class LogLevel { kSilent, kError, kWarning, kInfo, kVerbose };

class Logger {
 public:
  explicit Logger(LogLevel level = LogLevel::kWarning) : level_(level) {}

  bool enabled(LogLevel level) const { return level != LogLevel::kSilent && level <= level_; }
  // Safe from any thread: one line is one write.
  void Log(LogLevel level, std::string_view line) const;
  void Error(std::string_view line) const { Log(LogLevel::kError, line); }
  // Prints a line that this process has not printed yet: many interpreters may have the same problem.
  void Warning(std::string_view line) const;
  void Info(std::string_view line) const { Log(LogLevel::kInfo, line); }
  void Verbose(std::string_view line) const { Log(LogLevel::kVerbose, line); }
  // Makes every warning print again, for tests.
  static void ForgetWarnings();

 private:
  LogLevel level_;
};

}  // namespace litevk
