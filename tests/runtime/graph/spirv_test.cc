#include "runtime/graph/spirv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shaders/elementwise/elementwise.h"

namespace litevk::gpu {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Output of zlib.compress(struct.pack("=3I", 1, 2, 0x07230203)) in Python.
constexpr unsigned char kDeflated[] = {0x78, 0xda, 0x63, 0x64, 0x60, 0x60, 0x60, 0x02, 0x62,
                                       0x66, 0x26, 0x65, 0x76, 0x00, 0x00, 0x87, 0x00, 0x33};

TEST(Spirv, WordsAsTheyAre) {
  const std::vector<uint32_t> words = {1, 2, 3};
  const Spirv spirv = std::span(words);
  EXPECT_EQ(spirv.Words(), words);
  EXPECT_EQ(spirv.bytes().size(), 12U);
}

TEST(Spirv, NothingWithoutAModule) { EXPECT_THAT(Spirv().Words(), IsEmpty()); }

TEST(Spirv, AStreamGivesItsWords) { EXPECT_THAT(Spirv(kDeflated, 3).Words(), ElementsAre(1, 2, 0x07230203)); }

TEST(Spirv, NothingOfADamagedStream) {
  EXPECT_THAT(Spirv(kDeflated, 4).Words(), IsEmpty());
  EXPECT_THAT(Spirv(kDeflated, 2).Words(), IsEmpty());
  EXPECT_THAT(Spirv(std::span(kDeflated).first(9), 3).Words(), IsEmpty());
}

TEST(Spirv, TheLibraryHoldsModules) {
  const std::vector<uint32_t> words = shaders::Elementwise::kInfo.spirv.Words();
  ASSERT_GT(words.size(), 5U);
  EXPECT_EQ(words[0], 0x07230203U);
}

}  // namespace
}  // namespace litevk::gpu
