// Specialization of modules before a driver sees them.
#include "runtime/graph/specialize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

#include "delegate/kernel/epilogue.h"
#include "shaders/conv/conv_2d.h"
#include "shaders/conv/depthwise_conv_2d.h"
#include "shaders/conv/pool_2d.h"
#include "shaders/elementwise/elementwise.h"
#include "shaders/softmax.h"
#include "tests/runtime/graph/spirv_instructions.h"

namespace litevk::gpu {
namespace {

using ::testing::ElementsAre;

// Opcodes (SPIR-V 1.3 specification, 3.32).
constexpr uint32_t kExtInst = 12;
constexpr uint32_t kTypeBool = 20;
constexpr uint32_t kTypeInt = 21;
constexpr uint32_t kConstantTrue = 41;
constexpr uint32_t kConstantFalse = 42;
constexpr uint32_t kConstant = 43;
constexpr uint32_t kConstantComposite = 44;
constexpr uint32_t kSpecConstantTrue = 48;
constexpr uint32_t kSpecConstant = 50;
constexpr uint32_t kSpecConstantComposite = 51;
constexpr uint32_t kSpecConstantOp = 52;
constexpr uint32_t kDecorate = 71;
constexpr uint32_t kSpecId = 1;

constexpr uint32_t kBool = 1;
constexpr uint32_t kUint = 2;
constexpr uint32_t kVector = 3;

// Returns the instruction that replaces a specialization constant expression `op` of the constants 7 and `b`.
Instruction Computed(uint32_t type, uint32_t op, uint32_t b) {
  const auto words = ModuleOf({{kDecorate, 10, kSpecId, 0},
                               {kDecorate, 11, kSpecId, 1},
                               {kTypeBool, kBool},
                               {kTypeInt, kUint, 32, 0},
                               {kSpecConstant, kUint, 10, 1},
                               {kSpecConstant, kUint, 11, 1},
                               {kSpecConstantOp, type, 12, op, 10, 11}});
  const std::vector<uint32_t> ids = {0, 1};
  const ShaderInfo shader = {"test", std::span(words), ids, {}, 0};
  return InstructionsOf(Specialize(shader, std::vector<uint32_t>{7, b})).back();
}

TEST(Specialize, WhatIsComputedOfConstantsIsComputed) {
  const std::vector<std::pair<uint32_t, std::function<uint32_t(uint32_t)>>> cases = {
      {128, [](uint32_t b) { return 7 + b; }}, {130, [](uint32_t b) { return 7 - b; }},
      {132, [](uint32_t b) { return 7 * b; }}, {134, [](uint32_t b) { return 7 / b; }},
      {137, [](uint32_t b) { return 7 % b; }},
  };
  for (const auto& [op, expected] : cases) {
    for (const uint32_t b : {1U, 3U, 7U, 9U}) {
      EXPECT_THAT(Computed(kUint, op, b), ElementsAre(kConstant, kUint, 12, expected(b))) << op << " " << b;
    }
  }
}

TEST(Specialize, WhatIsComparedBecomesABoolean) {
  const std::vector<std::pair<uint32_t, std::function<bool(uint32_t)>>> cases = {
      {170, [](uint32_t b) { return b == 7; }}, {171, [](uint32_t b) { return b != 7; }},
      {172, [](uint32_t b) { return b < 7; }},  {174, [](uint32_t b) { return b <= 7; }},
      {176, [](uint32_t b) { return b > 7; }},  {178, [](uint32_t b) { return b >= 7; }},
  };
  for (const auto& [op, expected] : cases) {
    for (const uint32_t b : {6U, 7U, 8U}) {
      EXPECT_THAT(Computed(kBool, op, b),
                  ElementsAre(expected(b) ? kConstantTrue : kConstantFalse, kBool, 12))
          << op << " " << b;
    }
  }
}

TEST(Specialize, WhatItCannotComputeStays) {
  EXPECT_THAT(Computed(kUint, 134, 0), ElementsAre(kSpecConstantOp, kUint, 12, 134, 10, 11));  // division by
                                                                                               // zero
  EXPECT_THAT(Computed(kUint, 195, 3),
              ElementsAre(kSpecConstantOp, kUint, 12, 195, 10, 11));  // OpShiftRightArithmetic
}

TEST(Specialize, ABooleanIsTrueUnlessTheWordIsZero) {
  const auto words =
      ModuleOf({{kDecorate, 10, kSpecId, 4}, {kTypeBool, kBool}, {kSpecConstantTrue, kBool, 10}});
  const std::vector<uint32_t> ids = {4};
  const ShaderInfo shader = {"test", std::span(words), ids, {}, 0};
  EXPECT_THAT(InstructionsOf(Specialize(shader, std::vector<uint32_t>{0})),
              ElementsAre(Instruction{kTypeBool, kBool}, Instruction{kConstantFalse, kBool, 10}));
  EXPECT_THAT(InstructionsOf(Specialize(shader, std::vector<uint32_t>{1})).back(),
              ElementsAre(kConstantTrue, kBool, 10));
}

TEST(Specialize, APartOfAVectorIsKnown) {
  const auto words = ModuleOf({{kDecorate, 10, kSpecId, 0},
                               {kTypeInt, kUint, 32, 0},
                               {kSpecConstant, kUint, 10, 1},
                               {kConstant, kUint, 11, 5},
                               {kSpecConstantComposite, kVector, 12, 11, 10},
                               {kSpecConstantOp, kUint, 13, 81, 12, 1}});
  const std::vector<uint32_t> ids = {0};
  const ShaderInfo shader = {"test", std::span(words), ids, {}, 0};
  const auto found = InstructionsOf(Specialize(shader, std::vector<uint32_t>{64}));
  EXPECT_THAT(found[found.size() - 2], ElementsAre(kConstantComposite, kVector, 12, 11, 10));
  EXPECT_THAT(found.back(), ElementsAre(kConstant, kUint, 13, 64));
}

// Returns the number of calls of a GLSL.std.450 function in a module.
size_t CallsOf(uint32_t function, std::span<const uint32_t> module) {
  const auto is_call = [&](const Instruction& i) { return i[0] == kExtInst && i[4] == function; };
  return static_cast<size_t>(std::ranges::count_if(InstructionsOf(module), is_call));
}

TEST(Specialize, LeavesTheStepsOfAnEpilogueThatThereAre) {
  constexpr uint32_t kTanh = 21;
  constexpr uint32_t kExp = 27;
  shaders::Conv2d::Spec spec;
  const auto specialized = [&spec] {
    return Specialize(shaders::Conv2d::kInfo, std::bit_cast<std::array<uint32_t, sizeof(spec) / 4>>(spec));
  };
  const std::vector<uint32_t> none = specialized();
  EXPECT_EQ(CallsOf(kTanh, none), 0U);
  EXPECT_EQ(CallsOf(kExp, none), 0U);
  spec.kEpilogueCount = 1;
  spec.kEpilogueOp0 = static_cast<uint32_t>(EpilogueOp::kTanh);
  const std::vector<uint32_t> tanh = specialized();
  EXPECT_EQ(CallsOf(kTanh, tanh), 1U);
  EXPECT_EQ(CallsOf(kExp, tanh), 0U);
  EXPECT_LT(3 * CountInstructions(none), 2 * CountInstructions(shaders::Conv2d::kInfo.spirv.Words()));
}

TEST(Specialize, LeavesNothingOpenInTheShaders) {
  for (const ShaderInfo* shader :
       {&shaders::Conv2d::kInfo, FindModule(shaders::Conv2d::kModules, {.read = Read::kTexels}),
        &shaders::DepthwiseConv2d::kInfo, &shaders::Elementwise::kInfo, &shaders::Pool2d::kInfo,
        &shaders::Softmax::kInfo}) {
    const std::vector<uint32_t> spec(shader->spec_ids.size(), 1);
    const std::vector<uint32_t> specialized = Specialize(*shader, spec);
    for (const Instruction& instruction : InstructionsOf(specialized)) {
      EXPECT_FALSE(instruction[0] >= kSpecConstantTrue && instruction[0] <= kSpecConstantOp) << shader->name;
      EXPECT_FALSE(instruction[0] == kDecorate && instruction[2] == kSpecId) << shader->name;
    }
    EXPECT_LT(specialized.size(), shader->spirv.Words().size()) << shader->name;
  }
}

}  // namespace
}  // namespace litevk::gpu
