#include "tools/delegate_test/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is POSIX, not C++
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <sstream>
#include <string_view>

#include "tools/program/output.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it undeclared

namespace litevk::tools {
namespace {

using Clock = std::chrono::steady_clock;
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

enum class Read { kSome, kClosed, kTooLate };

Read ReadMore(int file, Clock::time_point deadline, std::string& text) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
  pollfd watched = {.fd = file, .events = POLLIN, .revents = 0};
  if (left.count() <= 0 || poll(&watched, 1, static_cast<int>(left.count())) <= 0) return Read::kTooLate;
  char buffer[4096];
  const ssize_t count = read(file, buffer, sizeof(buffer));
  if (count <= 0) return Read::kClosed;
  text.append(buffer, static_cast<size_t>(count));
  return Read::kSome;
}

std::string Describe(int wait_status) {
  if (WIFSIGNALED(wait_status)) return std::string("died of signal ") + strsignal(WTERMSIG(wait_status));
  return "exited with status " + std::to_string(WEXITSTATUS(wait_status)) + " before it had a result";
}

CaseResult Crashed(std::string message) {
  CaseResult result;
  result.outcome = Outcome::kCrashed;
  result.message = std::move(message);
  return result;
}

}  // namespace

Child::Child(const std::vector<std::string>& command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) pid_ = -1;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = ends[0];
}

Child::~Child() {
  if (!has_ended()) {
    kill(pid_, SIGKILL);
    Wait();
  }
  if (output_ >= 0) close(output_);
}

CaseResult Child::Next(double timeout_seconds) {
  if (has_ended()) return Crashed("the process of the case cannot be started");
  const auto timeout =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_seconds));
  const auto deadline = Clock::now() + timeout;
  for (;;) {
    if (const auto result = TakeResult(text_)) return *result;
    const Read read = ReadMore(output_, deadline, text_);
    if (read == Read::kSome) continue;
    if (read == Read::kTooLate) kill(pid_, SIGKILL);
    const int wait_status = Wait();
    return Crashed(read == Read::kTooLate ? "ended after its time limit" : Describe(wait_status));
  }
}

int Child::Wait() {
  int wait_status = 0;
  waitpid(pid_, &wait_status, 0);
  pid_ = -1;
  return wait_status;
}

void PrintResult(const CaseResult& result) {
  std::string message = result.message;
  std::ranges::replace(message, '\n', ' ');
  Printf("%s%d %g %g %g %s\n", std::string(kMarker).c_str(), static_cast<int>(result.outcome), result.seconds,
         result.largest_difference, result.bound, message.c_str());
  std::fflush(stdout);
}

}  // namespace litevk::tools
