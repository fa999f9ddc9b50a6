// Copies of elements out of bytes.
#include "runtime/base/elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace litevk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CopyElements, ReadsUnalignedBytesAndLeavesOutAPart) {
  const std::array<uint8_t, 12> bytes = {9, 1, 0, 0, 0, 254, 255, 255, 255, 7, 7, 7};
  EXPECT_THAT(CopyElements<int32_t>(std::as_bytes(std::span(bytes)).subspan(1)), ElementsAre(1, -2));
}

TEST(CopyElements, WidensElements) {
  const std::array<int16_t, 2> values = {-3, 300};
  EXPECT_THAT((CopyElements<int16_t, int64_t>(std::as_bytes(std::span(values)))), ElementsAre(-3, 300));
}

TEST(CopyElements, NoBytesHaveNone) { EXPECT_THAT(CopyElements<float>({}), IsEmpty()); }

}  // namespace
}  // namespace litevk
