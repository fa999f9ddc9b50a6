// One process per case, so that a delegate that crashes or hangs costs that case alone.
#pragma once

#include <string>
#include <vector>

#include "tools/delegate_test/op_case.h"

namespace litevk::tools {

// Runs `command` (a program and its arguments) and reads the result that it prints with PrintResult. A
// process that dies is kCrashed, one that takes longer is ended and kCrashed too.
CaseResult RunInChild(const std::vector<std::string>& command, double timeout_seconds);

// What the child prints as its last line: the outcome's number, a space and the message.
void PrintResult(const CaseResult& result);

}  // namespace litevk::tools
