#include "runtime/base/nearest_word.h"

#include <gtest/gtest.h>

#include <array>

namespace litevk {
namespace {

constexpr std::array<std::string_view, 5> kWords = {"none", "vulkan", "device_id", "device_name",
                                                    "allow_cpu_device"};

TEST(NearestWord, TakesTypingMistakes) {
  EXPECT_EQ(NearestWord("vulcan", kWords), "vulkan");
  EXPECT_EQ(NearestWord("Vulkna", kWords), "vulkan");
  EXPECT_EQ(NearestWord("devce_id", kWords), "device_id");
  EXPECT_EQ(NearestWord("device_names", kWords), "device_name");
  EXPECT_EQ(NearestWord("allow-cpu-device", kWords), "allow_cpu_device");
}

TEST(NearestWord, IsNoneWhereNothingIsNear) {
  for (const char* word : {"", "x", "metal", "frobnicate"}) EXPECT_EQ(NearestWord(word, kWords), "") << word;
  EXPECT_EQ(NearestWord("vulkan", {}), "");
  EXPECT_EQ(NearestWord(std::string(100'000, 'v'), kWords), "");
}

TEST(NearestWord, IsADiagnostic) {
  EXPECT_EQ(DidYouMean("vulcan", kWords), "; did you mean \"vulkan\"?");
  EXPECT_EQ(DidYouMean("metal", kWords), "");
}

}  // namespace
}  // namespace litevk
