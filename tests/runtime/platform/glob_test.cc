#include "runtime/platform/glob.h"

#include "gtest/gtest.h"

namespace litevk {
namespace {

TEST(GlobTest, MatchesAllOfAName) {
  EXPECT_TRUE(MatchesGlob("conv*/pad*", "conv_2d/pad_1"));
  EXPECT_TRUE(MatchesGlob("*", "conv_2d/pad_1"));
  EXPECT_TRUE(MatchesGlob("add_[0-4]?", "add_12"));
  EXPECT_FALSE(MatchesGlob("conv", "conv_2d"));
  EXPECT_FALSE(MatchesGlob("", "conv_2d"));
}

TEST(GlobTest, LettersMayDiffer) {
  EXPECT_FALSE(MatchesGlob("*LVP*", "lvp_icd.json"));
  EXPECT_TRUE(MatchesGlob("*LVP*", "lvp_icd.json", LetterCase::kIgnored));
}

}  // namespace
}  // namespace litevk
