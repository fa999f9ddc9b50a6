// Runs cases in a process of their own, so that a crash or hang of the delegate costs only the case in which
// it happens.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "tools/delegate_test/op_case.h"

namespace litevk::tools {

// A process that runs cases one after the other and prints the result of each with PrintResult.
class Child {
 public:
  // Starts `command`: a program and its arguments. A process that cannot be started counts as ended.
  explicit Child(const std::vector<std::string>& command);
  ~Child();  // ends the process
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Waits for the result of the next case. If the process dies or takes longer, the result is kCrashed and
  // the process has ended.
  CaseResult Next(double timeout_seconds);
  bool has_ended() const { return pid_ < 0; }

 private:
  int Wait();  // waits for the end of the process, and returns its status

  pid_t pid_ = -1;
  int output_ = -1;   // the reading end of its standard output
  std::string text_;  // output that was read and holds no complete result yet
};

// Prints the line from which a Child reads a result: the outcome's number, the seconds and the message.
void PrintResult(const CaseResult& result);

}  // namespace litevk::tools
