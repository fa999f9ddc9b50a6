#include "delegate/litert/gpu_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace litevk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(GpuOptionsTest, NothingIsSet) {
  const TranslatedOptions translated = TranslateGpuOptions("");
  EXPECT_THAT(translated.pairs, IsEmpty());
  EXPECT_THAT(translated.ignored, IsEmpty());
}

TEST(GpuOptionsTest, PrecisionMayBeLessThanFloat32) {
  EXPECT_THAT(TranslateGpuOptions("precision = 2\n").pairs,
              ElementsAre(Pair("is_precision_loss_allowed", "0")));
  EXPECT_THAT(TranslateGpuOptions("precision = 1").pairs,
              ElementsAre(Pair("is_precision_loss_allowed", "1")));
  EXPECT_THAT(TranslateGpuOptions("precision = 3\n").pairs,
              ElementsAre(Pair("is_precision_loss_allowed", "1")));
}

TEST(GpuOptionsTest, StringsLoseTheirQuotes) {
  const TranslatedOptions translated =
      TranslateGpuOptions("serialization_dir = \"/tmp/a = b\"\npreferred_device_substr = \"NVIDIA\"\n");
  EXPECT_THAT(translated.pairs,
              ElementsAre(Pair("serialization_dir", "/tmp/a = b"), Pair("device_name", "NVIDIA")));
}

TEST(GpuOptionsTest, UnknownLinesAreIgnoredAndReturned) {
  const TranslatedOptions translated =
      TranslateGpuOptions("priority = 1\nbenchmark_mode = true\nno equals\n\nprecision=2\nprecision = 2\n");
  EXPECT_THAT(translated.pairs, ElementsAre(Pair("is_precision_loss_allowed", "0")));
  EXPECT_THAT(translated.ignored,
              ElementsAre("priority = 1", "benchmark_mode = true", "no equals", "precision=2"));
}

}  // namespace
}  // namespace litevk
