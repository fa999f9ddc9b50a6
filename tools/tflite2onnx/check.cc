#include "tools/tflite2onnx/check.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace litevk::tools {
namespace {

constexpr int kWrong = 1;

// Runs a program, which is searched for as a shell does, and returns its exit status; -1 if a signal ended
// it.
Result<int> StatusOf(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, arguments[0], nullptr, nullptr, arguments.data(), environ);
  if (error != 0) return Unavailable(command[0] + " cannot be started: " + std::strerror(error));
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

Result<bool> Check(const OnnxArguments& arguments) {
  const char* chosen = std::getenv("LITEVK_PYTHON");
  const std::string python = chosen == nullptr ? "python3" : chosen;
  std::vector<std::string> command = {python, "-c", std::string(kCheckScript), arguments.model.string(),
                                      arguments.output.string()};
  if (arguments.is_strict) command.emplace_back("--strict");
  if (!arguments.signature.empty()) command.insert(command.end(), {"--signature", arguments.signature});
  const auto status = StatusOf(command);
  if (status.ok() && (*status == 0 || *status == kWrong)) return *status == 0;
  const std::string cause = status.ok() ? python + " could not look at the model" : status.status().message();
  return Unavailable("--check: " + cause + "; set the variable LITEVK_PYTHON to a Python that can");
}

}  // namespace litevk::tools
