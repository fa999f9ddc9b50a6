#include "delegate/ops/elementwise/quantize_bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "runtime/opset/quantized/quantize_float.h"

namespace litevk {
namespace {

constexpr ir::IntegerRange kBytes = {.lowest = -128, .highest = 127};
constexpr size_t kHeader = 6;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

float FloatOf(int32_t bits) { return std::bit_cast<float>(bits); }

TEST(QuantizeBounds, ChangeTheIntegerAndFloatsBelowThemDoNot) {
  for (const float scale : {0x1p-100F, 0.1F, 1.0F, 0x1.fffffep-3F, 0x1p+90F}) {
    const AffineChannels::Channel channel = {.scale = scale, .zero_point = -3};
    const std::vector<int32_t> words = QuantizeBounds(channel, kBytes);
    ASSERT_EQ(words.size(), kHeader + 256);
    for (int integer = -127; integer <= 127; ++integer) {
      const float bound = FloatOf(words[kHeader + static_cast<size_t>(integer + 127)]);
      EXPECT_EQ(QuantizeFloat(bound, channel, kBytes), integer);
      EXPECT_EQ(QuantizeFloat(std::nextafter(bound, -kInfinity), channel, kBytes), integer - 1);
    }
    EXPECT_EQ(FloatOf(words.back()), kInfinity);
  }
}

// Below zero the lowest int32 and the zero point wrap around, so that all floats beyond become the highest
// value.
TEST(QuantizeBounds, SayWhereFloatsLeave32Bits) {
  const std::vector<int32_t> wraps = QuantizeBounds({.scale = 0.5F, .zero_point = -3}, kBytes);
  EXPECT_EQ(FloatOf(wraps[1]), 0x1p+30F);
  EXPECT_EQ(wraps[2], 127);
  const std::vector<int32_t> stays = QuantizeBounds({.scale = 0.5F, .zero_point = 3}, kBytes);
  EXPECT_EQ(FloatOf(stays[1]), 0x1p+30F);
  EXPECT_EQ(stays[2], -128);
}

TEST(QuantizeBounds, AreOfScalesWithAnInverseAndOf8Bits) {
  EXPECT_TRUE(HasQuantizeBounds({.scale = 1.0F, .zero_point = 127}, kBytes));
  EXPECT_FALSE(HasQuantizeBounds({.scale = 1.0F, .zero_point = 128}, kBytes));
  EXPECT_FALSE(HasQuantizeBounds({.scale = 0x1p-101F, .zero_point = 0}, kBytes));
  EXPECT_FALSE(HasQuantizeBounds({.scale = 0x1p+91F, .zero_point = 0}, kBytes));
  EXPECT_FALSE(HasQuantizeBounds({.scale = 1.0F, .zero_point = 0}, {.lowest = -32768, .highest = 32767}));
}

}  // namespace
}  // namespace litevk
