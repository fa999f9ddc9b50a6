#include "tools/program/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tools/program/output.h"

namespace litevk::tools {
namespace {

TEST(Program, WhatIsThrownIsADiagnosticAndAStatus) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(GuardProgram("litevk-x", []() -> int { throw std::runtime_error("no memory"); }), kExitFailed);
  EXPECT_EQ(GuardProgram("litevk-x", []() -> int { throw 1; }), kExitFailed);
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "litevk-x: an exception ended it: no memory\nlitevk-x: an exception ended it: unknown exception\n");
  EXPECT_EQ(GuardProgram("litevk-x", [] { return 7; }), 7);
}

TEST(Program, WhatIsPrintedHasNoControlCharacters) {
  testing::internal::CaptureStdout();
  Printf("%s %d\n", "a\x1b[31m", 3);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "a\\x1b[31m 3\n");
}

}  // namespace
}  // namespace litevk::tools
