#include "delegate/ops/common/reduce.h"

#include <gtest/gtest.h>

namespace litevk {
namespace {

constexpr int64_t kImage = int64_t{512} * 512;

TEST(ReductionPartsTest, FewResultsOfManyElementsAreSplit) {
  EXPECT_EQ(ReductionParts(kImage, 1, 96), 64);      // the largest divisor up to 96
  EXPECT_EQ(ReductionParts(kImage, 8, 96), 8);       // eight workgroups already
  EXPECT_EQ(ReductionParts(kImage / 16, 4, 96), 4);  // no part is short
}

TEST(ReductionPartsTest, EnoughResultsAreNot) {
  EXPECT_EQ(ReductionParts(kImage, 96, 96), 1);
  EXPECT_EQ(ReductionParts(49, 320, 96), 1);
  EXPECT_EQ(ReductionParts(8191, 1, 96), 1);
}

TEST(ReductionPartsTest, PartsDivideTheElements) {
  EXPECT_EQ(ReductionParts(8209, 1, 96), 1);   // a prime
  EXPECT_EQ(ReductionParts(12297, 1, 96), 3);  // two primes
  EXPECT_EQ(ReductionParts(kImage, 1, 0), 1);
}

}  // namespace
}  // namespace litevk
