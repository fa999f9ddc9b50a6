#include "runtime/graph/cut_dims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shaders/conv/conv_2d.h"
#include "shaders/elementwise/elementwise.h"
#include "tests/runtime/graph/spirv_instructions.h"

namespace litevk::gpu {
namespace {

using ::testing::ElementsAre;

Dispatch DispatchOf(const ShaderInfo& shader, std::array<uint32_t, 3> workgroups) {
  return {.shader = &shader, .workgroups = workgroups};
}

// The flat index is y * count of x + x.
TEST(CutDimsTest, AFlatDispatchIsCutAlongItsOutermostDim) {
  const ShaderInfo& shader = shaders::Elementwise::kInfo;
  EXPECT_THAT(CutDimsOf(DispatchOf(shader, {100, 1, 1})), ElementsAre(true, true, true));
  EXPECT_THAT(CutDimsOf(DispatchOf(shader, {100, 2, 1})), ElementsAre(false, true, true));
}

// The index of a tile is z * count of y + y, beside x.
TEST(CutDimsTest, TilesAreCutAlongXAndTheirOutermostDim) {
  const ShaderInfo& shader = shaders::Conv2d::kInfo;
  EXPECT_THAT(CutDimsOf(DispatchOf(shader, {4, 100, 1})), ElementsAre(true, true, true));
  EXPECT_THAT(CutDimsOf(DispatchOf(shader, {4, 100, 2})), ElementsAre(true, false, true));
}

TEST(CutDimsTest, AUsersModuleIsNotCut) {
  ShaderInfo shader = shaders::Elementwise::kInfo;
  shader.spec_ids = {};
  EXPECT_THAT(CutDimsOf(DispatchOf(shader, {100, 1, 1})), ElementsAre(false, false, false));
}

constexpr uint32_t kConstant = 43;
constexpr uint32_t kLoad = 61;
constexpr uint32_t kAccessChain = 65;
constexpr uint32_t kDecorate = 71;
constexpr uint32_t kBuiltIn = 11;
constexpr uint32_t kNumWorkgroups = 24;

// A module whose variable 2 is gl_NumWorkGroups, with the constant 7 = 1.
std::vector<uint32_t> ModuleWith(const Instruction& use) {
  return ModuleOf({{kDecorate, 2, kBuiltIn, kNumWorkgroups}, {kConstant, 1, 7, 1}, use});
}

TEST(CutDimsTest, CountsAreFoundInAModule) {
  EXPECT_THAT(CountsRead(ModuleWith({kAccessChain, 5, 6, 2, 7})), ElementsAre(false, true, false));
  EXPECT_THAT(CountsRead(ModuleWith({kAccessChain, 5, 6, 2, 9})), ElementsAre(true, true, true))
      << "unknown index";
  EXPECT_THAT(CountsRead(ModuleWith({kLoad, 5, 6, 2})), ElementsAre(true, true, true)) << "all of them";
  EXPECT_THAT(CountsRead(ModuleWith({kAccessChain, 5, 6, 3, 7})), ElementsAre(false, false, false))
      << "another one";
  EXPECT_THAT(CountsRead({}), ElementsAre(true, true, true)) << "no module";
}

TEST(CutDimsTest, ADamagedModuleMayReadAnything) {
  std::vector<uint32_t> module = ModuleWith({kLoad, 5, 6, 3});
  module.pop_back();
  EXPECT_THAT(CountsRead(module), ElementsAre(true, true, true));
}

}  // namespace
}  // namespace litevk::gpu
