// Functions and values that the constants of a module leave.
#include "runtime/graph/live_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "runtime/graph/spirv_module.h"
#include "runtime/platform/files.h"
#include "tests/runtime/graph/live_module.h"
#include "tests/runtime/graph/spirv_instructions.h"

namespace litevk::gpu {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Returns a function of a uint. The entry point calls it with each of `arguments` and stores the results.
std::vector<Instruction> Called(const std::vector<uint32_t>& arguments,
                                const std::vector<Instruction>& code) {
  std::vector<Instruction> calls;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto result = static_cast<uint32_t>(kG + 1 + i);
    calls.push_back({kFunctionCall, kUint, result, kCalled, arguments[i]});
    calls.push_back(Stored(result));
  }
  std::vector<Instruction> all = Main(calls);
  all.insert(all.end(),
             {{kFunction, kUint, kCalled, 0, kFunctionType}, {kFunctionParameter, kUint, kParameter}});
  all.insert(all.end(), code.begin(), code.end());
  all.push_back({kFunctionEnd});
  return all;
}

TEST(LiveCode, WhatAFunctionGivesForConstantsIsAConstant) {
  const auto left =
      Left(Called({kSeven}, {Labelled(kB), {kIMul, kUint, kC, kParameter, kSeven}, {kReturnValue, kC}}));
  EXPECT_THAT(Only(kFunction, left), SizeIs(1));
  EXPECT_THAT(Only(kFunctionCall, left), IsEmpty());
  EXPECT_THAT(Only(kStore, left), SizeIs(1));
}

TEST(LiveCode, AFunctionStandsThereOnceForEachConstant) {
  const std::vector<Instruction> code = {Labelled(kB),
                                         {kIEqual, kBool, kC, kParameter, kOne},
                                         {kSelectionMerge, kE, 0},
                                         {kBranchConditional, kC, kD, kE},
                                         Labelled(kD),
                                         Stored(kSeven),
                                         {kReturnValue, kInput},
                                         Labelled(kE),
                                         {kReturnValue, kInput}};
  const auto left = Left(Called({kOne, kSeven, kOne}, code));
  const auto functions = Only(kFunction, left);
  ASSERT_THAT(functions, SizeIs(3));
  EXPECT_NE(functions[0][2], functions[1][2]);
  EXPECT_THAT(Only(kFunctionCall, left), SizeIs(3));
  EXPECT_THAT(std::ranges::count(Only(kStore, left), Stored(kSeven)), 1);
}

TEST(LiveCode, WhatAFunctionMayHaveWrittenIsNotKnown) {
  std::vector<Instruction> all = Main({{kVariable, kPointer, kB, kLocal},
                                       {kStore, kB, kOne},
                                       {kFunctionCall, kUint, kC, kCalled, kB},
                                       {kLoad, kUint, kD, kB},
                                       Stored(kD)});
  all.insert(all.end(), {{kFunction, kUint, kCalled, 0, kPointerFunctionType},
                         {kFunctionParameter, kPointer, kParameter},
                         Labelled(kE),
                         {kStore, kParameter, kSeven},
                         {kReturnValue, kSeven},
                         {kFunctionEnd}});
  const auto left = Left(all);
  EXPECT_THAT(Only(kLoad, left), SizeIs(1));
  EXPECT_THAT(Only(kFunctionCall, left), SizeIs(1));
}

TEST(LiveCode, WhatNobodyReadsIsGone) {
  const auto left = Left(Main({{kVariable, kPointer, kB, kLocal},
                               {kIAdd, kUint, kC, kInput, kOne},
                               {kIAdd, kUint, kD, kC, kOne},
                               {kStore, kB, kD}}));
  EXPECT_THAT(left, SizeIs(4));  // the function, its label, its end
}

TEST(LiveCode, WhatNoFunctionReadsIsGoneWithItsDecorations) {
  constexpr uint32_t kTypeStruct = 30;
  constexpr uint32_t kTypeRuntimeArray = 29;
  constexpr uint32_t kBuiltIn = 11;
  std::vector<Instruction> all = {{kEntryPoint, 5, kMain, 0},
                                  {kDecorate, kA, kBuiltIn, 25},
                                  {kDecorate, kB, 2},
                                  {kDecorate, kD, 33, 0},
                                  {kTypeVoid, kVoid},
                                  {kTypeInt, kUint, 32, 0},
                                  {kTypeFunction, kMainType, kVoid},
                                  {kConstant, kUint, kA, 64},
                                  {kConstant, kUint, kSeven, 7},
                                  {kTypeRuntimeArray, kC, kUint},
                                  {kTypeStruct, kB, kC},
                                  {kTypePointer, kPointer, kStorageBuffer, kB},
                                  {kVariable, kPointer, kD, kStorageBuffer}};
  const std::vector<Instruction> main = {
      {kFunction, kVoid, kMain, 0, kMainType}, Labelled(kE), {kReturn}, {kFunctionEnd}};
  all.insert(all.end(), main.begin(), main.end());
  std::vector<Instruction> left = InstructionsOf(KeepLiveCode(ModuleOf(all)));
  // A decorated constant is read by the device.
  EXPECT_THAT(
      std::span(left).first(6),
      ElementsAre(Instruction{kEntryPoint, 5, kMain, 0}, Instruction{kDecorate, kA, kBuiltIn, 25},
                  Instruction{kTypeVoid, kVoid}, Instruction{kTypeInt, kUint, 32, 0},
                  Instruction{kTypeFunction, kMainType, kVoid}, Instruction{kConstant, kUint, kA, 64}));
  EXPECT_EQ(left[6][0], kFunction);
}

}  // namespace
}  // namespace litevk::gpu
