#include "tools/delegate_test/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill() is POSIX, not C++
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string_view>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it undeclared

namespace litevk::tools {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::string_view kMarker = "litevk-delegate-test-result ";

struct Child {
  pid_t pid = -1;
  int output = -1;  // the reading end of its standard output
};

Child Start(const std::vector<std::string>& command) {
  Child child;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return child;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (posix_spawn(&child.pid, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
    child.pid = -1;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  child.output = ends[0];
  return child;
}

// False when the time ran out before the child closed its output.
bool ReadUntilClosed(const Child& child, Clock::time_point deadline, std::string* text) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd watched = {.fd = child.output, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || poll(&watched, 1, static_cast<int>(left.count())) <= 0) return false;
    char buffer[4096];
    const ssize_t count = read(child.output, buffer, sizeof(buffer));
    if (count <= 0) return true;
    text->append(buffer, static_cast<size_t>(count));
  }
}

CaseResult ParseResult(const std::string& text, int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    return {Outcome::kCrashed, std::string("died of signal ") + strsignal(WTERMSIG(wait_status))};
  }
  const size_t marker = text.rfind(kMarker);
  if (marker == std::string::npos) {
    return {Outcome::kCrashed,
            "exited with status " + std::to_string(WEXITSTATUS(wait_status)) + " before it had a result"};
  }
  const std::string line = text.substr(marker + kMarker.size());
  const auto outcome = static_cast<Outcome>(line.front() - '0');
  std::string message = line.size() > 2 ? line.substr(2) : "";
  while (message.ends_with('\n')) message.pop_back();
  return {outcome, message};
}

}  // namespace

CaseResult RunInChild(const std::vector<std::string>& command, double timeout_seconds) {
  const auto start = Clock::now();
  const Child child = Start(command);
  if (child.pid < 0) return {Outcome::kCrashed, "cannot start " + command.front()};
  std::string text;
  const auto timeout =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_seconds));
  const bool in_time = ReadUntilClosed(child, start + timeout, &text);
  if (!in_time) kill(child.pid, SIGKILL);
  close(child.output);
  int wait_status = 0;
  waitpid(child.pid, &wait_status, 0);
  CaseResult result =
      in_time ? ParseResult(text, wait_status) : CaseResult{Outcome::kCrashed, "ended after its time limit"};
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

void PrintResult(const CaseResult& result) {
  std::printf("\n%s%d %s\n", std::string(kMarker).c_str(), static_cast<int>(result.outcome),
              result.message.c_str());
}

}  // namespace litevk::tools
