// Processes that this one starts and waits for.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/platform/file_descriptor.h"

namespace litevk {

// The end of a process: by itself, with an exit status, or by a signal.
struct ProcessEnd {
  std::optional<int> status;  // none if a signal ended the process
  std::string signal;         // the signal's description: "Segmentation fault"
};

struct ProcessOptions {
  enum class Pipes {
    kNone,            // standard input and output are this process's
    kOutput,          // this process reads the standard output
    kInputAndOutput,  // this process also writes the standard input
  };
  Pipes pipes = Pipes::kNone;
  bool discards_errors = false;  // nobody gets the standard error
  bool has_own_group = false;    // Ctrl-C at the terminal does not reach the process
};

// A process that was started and has not been waited for. Move-only, used by one thread at a time. The
// destructor kills it.
class Process {
 public:
  using Clock = std::chrono::steady_clock;
  enum class ReadResult { kRead, kClosed, kTooLate };

  // Starts `command`: a program and its arguments. A program without a slash is looked for as a shell does.
  // Returns kUnavailable with a diagnostic if the program cannot be started.
  static Result<Process> Start(const std::vector<std::string>& command, const ProcessOptions& options = {});
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();

  // Writes to the standard input. Returns false if the process does not read it any more.
  bool Write(std::string_view text);
  // Waits for standard output until the deadline, and appends what has come to `text`. Returns kClosed if no
  // more will come.
  ReadResult Read(Clock::time_point deadline, std::string& text);

  // Each function waits for the end of the process and returns it; later calls do nothing. Stop() closes its
  // input and asks it to end (SIGTERM), Kill() ends it at once.
  ProcessEnd Wait();
  ProcessEnd Stop();
  ProcessEnd Kill();

 private:
  Process(int id, FileDescriptor channel) : id_(id), channel_(std::move(channel)) {}

  int id_;                  // below 0: the process has been waited for
  FileDescriptor channel_;  // our end of the pipes
};

// Calls `run` in a copy of this process and waits for the copy, whose exit status is the result of `run`.
// Returns nothing if there can be no copy. The copy ends with this process and leaves no core file. This
// process must have a single thread.
std::optional<ProcessEnd> RunInFork(const std::function<int()>& run);

}  // namespace litevk
