#include "runtime/platform/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/platform/posix_calls.h"

namespace litevk {
namespace {

using Pipes = ProcessOptions::Pipes;

struct Channel {
  FileDescriptor own;
  FileDescriptor other;
};

// Returns both ends of the pipes. Input needs a socket: writing to a pipe that nobody reads is a signal.
Result<Channel> MakeChannel(Pipes pipes) {
  std::array<int, 2> ends = {-1, -1};
  int error = 0;
  if (pipes == Pipes::kOutput) error = pipe2(ends.data(), O_CLOEXEC);
  if (pipes == Pipes::kInputAndOutput) {
    error = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data());
  }
  if (error != 0) return Unavailable(LastError());
  return Channel{.own = FileDescriptor(ends[0]), .other = FileDescriptor(ends[1])};
}

// Actions and attributes of a process to be started.
class SpawnPlan {
 public:
  SpawnPlan(const ProcessOptions& options, const FileDescriptor& channel) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    if (options.pipes == Pipes::kInputAndOutput) Connect(channel, STDIN_FILENO);
    if (options.pipes != Pipes::kNone) Connect(channel, STDOUT_FILENO);
    if (options.discards_errors) {
      posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    if (options.has_own_group) posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }

  Result<pid_t> Start(const std::vector<std::string>& command) const {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t id = -1;
    const int error = posix_spawnp(&id, arguments[0], &actions_, &attributes_, arguments.data(), environ);
    if (error != 0) return Unavailable(std::generic_category().message(error));
    return id;
  }

 private:
  void Connect(const FileDescriptor& channel, int stream) {
    posix_spawn_file_actions_adddup2(&actions_, channel.number(), stream);
  }

  posix_spawn_file_actions_t actions_ = {};
  posix_spawnattr_t attributes_ = {};
};

ProcessEnd EndOf(pid_t id) {
  int ended = 0;
  RetryOnSignal([&] { return waitpid(id, &ended, 0); });
  if (WIFSIGNALED(ended)) return {.status = std::nullopt, .signal = strsignal(WTERMSIG(ended))};
  return {.status = WEXITSTATUS(ended), .signal = ""};
}

[[noreturn]] void BeCopy(const std::function<int()>& run) {
  constexpr rlimit kNoCore = {};
  setrlimit(RLIMIT_CORE, &kNoCore);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::exit(run());
}

}  // namespace

Result<Process> Process::Start(const std::vector<std::string>& command, const ProcessOptions& options) {
  const auto failed = [&](const Status& status) {
    return Unavailable(command.front() + " cannot be started: " + status.message());
  };
  auto channel = MakeChannel(options.pipes);
  if (!channel.ok()) return failed(channel.status());
  const auto id = SpawnPlan(options, channel->other).Start(command);
  if (!id.ok()) return failed(id.status());
  return Process(*id, std::move(channel->own));
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)), channel_(std::move(other.channel_)) {}

Process::~Process() { Kill(); }

bool Process::Write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count =
        RetryOnSignal([&] { return send(channel_.number(), text.data(), text.size(), MSG_NOSIGNAL); });
    if (count < 0) return false;
    text.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

Process::ReadResult Process::Read(Clock::time_point deadline, std::string& text) {
  const auto wait = [&] {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd watched = {.fd = channel_.number(), .events = POLLIN, .revents = 0};
    return left.count() <= 0 ? 0 : poll(&watched, 1, static_cast<int>(left.count()));
  };
  if (RetryOnSignal(wait) <= 0) return ReadResult::kTooLate;
  std::array<char, 4096> bytes;
  const ssize_t count = RetryOnSignal([&] { return read(channel_.number(), bytes.data(), bytes.size()); });
  if (count <= 0) return ReadResult::kClosed;
  text.append(bytes.data(), static_cast<size_t>(count));
  return ReadResult::kRead;
}

// Ids below 0 would mean all processes.
ProcessEnd Process::Wait() { return id_ < 0 ? ProcessEnd() : EndOf(std::exchange(id_, -1)); }

ProcessEnd Process::Stop() {
  channel_.Close();
  if (id_ >= 0) kill(id_, SIGTERM);
  return Wait();
}

ProcessEnd Process::Kill() {
  if (id_ >= 0) kill(id_, SIGKILL);
  return Wait();
}

std::optional<ProcessEnd> RunInFork(const std::function<int()>& run) {
  const pid_t copy = fork();
  if (copy < 0) return std::nullopt;
  if (copy == 0) BeCopy(run);
  return EndOf(copy);
}

}  // namespace litevk
