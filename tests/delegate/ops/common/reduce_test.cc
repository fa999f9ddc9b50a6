#include "delegate/ops/common/reduce.h"

#include <gtest/gtest.h>

namespace litevk {
namespace {

TEST(ReductionPartsTest, FewResultsOfManyElementsAreSplit) {
  EXPECT_EQ(ReductionParts(512 * 512, 1, 96), 64);  // the largest divisor up to 96
  EXPECT_EQ(ReductionParts(512 * 512, 8, 96), 8);   // eight workgroups already
  EXPECT_EQ(ReductionParts(4096, 1, 96), 4);        // no part is short
}

TEST(ReductionPartsTest, EnoughResultsAreNot) {
  EXPECT_EQ(ReductionParts(512 * 512, 96, 96), 1);
  EXPECT_EQ(ReductionParts(49, 320, 96), 1);
  EXPECT_EQ(ReductionParts(1000, 1, 96), 1);
}

TEST(ReductionPartsTest, PartsDivideTheElements) {
  EXPECT_EQ(ReductionParts(4099, 1, 96), 1);      // a prime
  EXPECT_EQ(ReductionParts(3 * 2053, 1, 96), 3);  // two primes
  EXPECT_EQ(ReductionParts(512 * 512, 1, 0), 1);
}

}  // namespace
}  // namespace litevk
