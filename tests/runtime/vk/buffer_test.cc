#include "runtime/vk/buffer.h"

#include <gtest/gtest.h>

namespace litevk::vk {
namespace {

using gpu::ByteRange;

TEST(AtomsAroundTest, RoundsToWholeAtoms) {
  EXPECT_EQ(AtomsAround({0, 1}, 64, 4096), (ByteRange{0, 64}));
  EXPECT_EQ(AtomsAround({64, 64}, 64, 4096), (ByteRange{64, 64}));
  EXPECT_EQ(AtomsAround({63, 2}, 64, 4096), (ByteRange{0, 128}));
  EXPECT_EQ(AtomsAround({300, 1000}, 256, 4096), (ByteRange{256, 1280}));
  EXPECT_EQ(AtomsAround({5, 7}, 1, 4096), (ByteRange{5, 7}));
}

TEST(AtomsAroundTest, EndsWhereTheAllocationDoes) {
  EXPECT_EQ(AtomsAround({256, 50}, 256, 310), (ByteRange{256, 54}));
  EXPECT_EQ(AtomsAround({0, 310}, 256, 310), (ByteRange{0, 310}));
  EXPECT_EQ(AtomsAround({0, 256}, 256, 310), (ByteRange{0, 256}));
}

// Checks Vulkan's requirements for many ranges.
TEST(AtomsAroundTest, AlwaysLegalAndNeverTooSmall) {
  for (const uint64_t atom : {1, 4, 64, 256}) {
    for (const uint64_t allocation : {256, 300, 1000, 1024}) {
      for (uint64_t begin = 0; begin < 256; begin += 13) {
        for (uint64_t end = begin + 1; end <= allocation; end += 37) {
          const ByteRange atoms = AtomsAround({begin, end - begin}, atom, allocation);
          const uint64_t atoms_end = atoms.offset_bytes + atoms.bytes;
          EXPECT_EQ(atoms.offset_bytes % atom, 0U);
          EXPECT_TRUE(atoms.bytes % atom == 0 || atoms_end == allocation);
          EXPECT_LE(atoms_end, allocation);
          EXPECT_LE(atoms.offset_bytes, begin);
          EXPECT_GE(atoms_end, end);
          EXPECT_LT(begin - atoms.offset_bytes, atom);
          EXPECT_LT(atoms_end, end + atom);
        }
      }
    }
  }
}

}  // namespace
}  // namespace litevk::vk
