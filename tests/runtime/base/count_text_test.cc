#include "runtime/base/count_text.h"

#include <gtest/gtest.h>

namespace litevk {
namespace {

TEST(CountTextTest, IsSingularOfOneAlone) {
  EXPECT_EQ(CountText(0, "run"), "0 runs");
  EXPECT_EQ(CountText(1, "run"), "1 run");
  EXPECT_EQ(CountText(2, "run"), "2 runs");
}

}  // namespace
}  // namespace litevk
