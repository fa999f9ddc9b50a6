// Runs cases in a process of their own, so that a crash or hang of the delegate costs only the case in which
// it happens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/platform/process.h"
#include "tools/delegate_test/op_case.h"

namespace litevk::tools {

// A process that runs cases one after the other and prints the result of each with PrintResult. The
// destructor ends the process.
class Child {
 public:
  // Starts `command`: a program and its arguments. A process that cannot be started counts as ended.
  explicit Child(const std::vector<std::string>& command);

  // Waits for the result of the next case. If the process dies or takes longer, the result is kCrashed and
  // the process has ended.
  CaseResult Next(double timeout_seconds);
  bool has_ended() const { return !process_; }

 private:
  std::optional<Process> process_;
  std::string text_;  // output that was read and holds no complete result yet
};

// Prints the line from which a Child reads a result: the outcome's number, the seconds and the message.
void PrintResult(const CaseResult& result);

}  // namespace litevk::tools
