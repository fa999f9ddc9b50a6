// Checks the environment that ctest gives the test programs. Without it they would pass on any driver, and
// without the validation layer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace litevk {
namespace {

std::string Value(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

TEST(Environment, NamesTheDriverAndTurnsValidationOn) {
  EXPECT_THAT(Value("VK_ICD_FILENAMES"), testing::HasSubstr("lvp")) << "run the program with ctest";
  EXPECT_EQ(Value("LITEVK_VALIDATION"), "1");
  EXPECT_NE(Value("TEST_TMPDIR"), "");
}

}  // namespace
}  // namespace litevk
