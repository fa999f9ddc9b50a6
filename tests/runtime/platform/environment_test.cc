#include "runtime/platform/environment.h"

#include "gtest/gtest.h"

namespace litevk {
namespace {

TEST(EnvironmentTest, VariablesAreReadAndSet) {
  EXPECT_EQ(TrustedVariable("LITEVK_TEST_NO_VARIABLE"), nullptr);
  SetVariable("LITEVK_TEST_VARIABLE", "first");
  SetVariable("LITEVK_TEST_VARIABLE", "second");
  EXPECT_STREQ(TrustedVariable("LITEVK_TEST_VARIABLE"), "second");
}

TEST(EnvironmentTest, TheProgramIsThisTest) {
  EXPECT_TRUE(ProgramPath().is_absolute());
  EXPECT_TRUE(ProgramPath().filename().string().starts_with("litevk-test-"));
}

}  // namespace
}  // namespace litevk
