#include "tools/delegate_test/child.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <utility>

#include "tools/program/output.h"

namespace litevk::tools {
namespace {

constexpr std::string_view kMarker = "\nlitevk-delegate-test-result ";

// Returns the first result in the text, and removes it from the text with everything before it.
std::optional<CaseResult> TakeResult(std::string& text) {
  const size_t marker = text.find(kMarker);
  if (marker == std::string::npos) return std::nullopt;
  const size_t start = marker + kMarker.size();
  const size_t end = text.find('\n', start);
  if (end == std::string::npos) return std::nullopt;
  std::istringstream line(text.substr(start, end - start));
  text.erase(0, end);
  int outcome = 0;
  CaseResult result;
  line >> outcome >> result.seconds >> result.largest_difference >> result.bound;
  result.outcome = static_cast<Outcome>(outcome);
  std::getline(line >> std::ws, result.message);
  return result;
}

std::string Describe(const ProcessEnd& end) {
  if (!end.status) return "died of signal " + end.signal;
  return "exited with status " + std::to_string(*end.status) + " before it had a result";
}

CaseResult Crashed(std::string message) {
  CaseResult result;
  result.outcome = Outcome::kCrashed;
  result.message = std::move(message);
  return result;
}

}  // namespace

Child::Child(const std::vector<std::string>& command) {
  auto started = Process::Start(command, {.pipes = ProcessOptions::Pipes::kOutput});
  if (started.ok()) process_.emplace(std::move(*started));
}

CaseResult Child::Next(double timeout_seconds) {
  using ReadResult = Process::ReadResult;
  if (has_ended()) return Crashed("the process of the case cannot be started");
  const auto timeout =
      std::chrono::duration_cast<Process::Clock::duration>(std::chrono::duration<double>(timeout_seconds));
  const auto deadline = Process::Clock::now() + timeout;
  for (;;) {
    if (const auto result = TakeResult(text_)) return *result;
    const ReadResult read = process_->Read(deadline, text_);
    if (read == ReadResult::kRead) continue;
    const bool is_late = read == ReadResult::kTooLate;
    const ProcessEnd end = is_late ? process_->Kill() : process_->Wait();
    process_.reset();
    return Crashed(is_late ? "ended after its time limit" : Describe(end));
  }
}

void PrintResult(const CaseResult& result) {
  std::string message = result.message;
  std::ranges::replace(message, '\n', ' ');
  Printf("%s%d %g %g %g %s\n", std::string(kMarker).c_str(), static_cast<int>(result.outcome), result.seconds,
         result.largest_difference, result.bound, message.c_str());
  std::fflush(stdout);
}

}  // namespace litevk::tools
