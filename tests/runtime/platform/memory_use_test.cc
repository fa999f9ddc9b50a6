#include "runtime/platform/memory_use.h"

#include <memory>

#include "gtest/gtest.h"

namespace litevk {
namespace {

TEST(MemoryUseTest, ThePeakStays) {
  constexpr size_t kBytes = size_t{256} << 20;
  const int64_t before = PeakMemoryBytes();
  EXPECT_GT(before, 1 << 20);
  { const auto memory = std::make_unique<char[]>(kBytes); }
  EXPECT_GE(PeakMemoryBytes(), static_cast<int64_t>(kBytes));
  EXPECT_GE(PeakMemoryBytes(), before);
}

}  // namespace
}  // namespace litevk
