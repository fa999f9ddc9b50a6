// Constants of a module are shared if they have one type and value.
#include "runtime/graph/spirv_constants.h"

#include <gtest/gtest.h>

#include <array>

namespace litevk::gpu::spirv {
namespace {

constexpr uint32_t kInt = 1;
constexpr uint32_t kUint = 2;

TEST(SpirvConstants, AreOfOneTypeAndValue) {
  Constants constants(10);
  const uint32_t first = constants.Make(kUint, 7);
  EXPECT_EQ(constants.Make(kUint, 7), first);
  EXPECT_NE(constants.Make(kInt, 7), first);
  EXPECT_NE(constants.Make(kUint, 8), first);
}

TEST(SpirvConstants, AreThoseOfTheModuleWhereItHasThem) {
  Constants constants(10);
  constants.Read(std::array<uint32_t, 4>{4U << 16 | kTypeInt, kUint, 32, 0});
  constants.Read(std::array<uint32_t, 4>{4U << 16 | kConstant, kUint, 5, 7});
  EXPECT_EQ(constants.Make(kUint, 7), 5U);
  EXPECT_NE(constants.Make(kInt, 7), 5U);
  EXPECT_EQ(constants.added().size(), 4U);
}

}  // namespace
}  // namespace litevk::gpu::spirv
