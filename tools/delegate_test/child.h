// Cases run in a process of their own, so that a delegate that crashes or hangs costs the case alone in which
// it does.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "tools/delegate_test/op_case.h"

namespace litevk::tools {

// A process that runs cases one after the other and prints what became of each with PrintResult.
class Child {
 public:
  // Starts `command`: a program and its arguments. One that cannot be started has ended.
  explicit Child(const std::vector<std::string>& command);
  ~Child();  // ends the process
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Waits for the result of the next case. Where the process dies, or takes longer, that is kCrashed and the
  // process has ended.
  CaseResult Next(double timeout_seconds);
  bool has_ended() const { return pid_ < 0; }

 private:
  int Wait();  // for its end; its status

  pid_t pid_ = -1;
  int output_ = -1;   // the reading end of its standard output
  std::string text_;  // read, and not yet taken for a result
};

// The line that tells a Child of a result: the outcome's number, the seconds and the message.
void PrintResult(const CaseResult& result);

}  // namespace litevk::tools
