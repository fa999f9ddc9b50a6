// Removal of code that constants rule out.
#include "runtime/graph/live_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "runtime/graph/spirv_module.h"
#include "runtime/platform/files.h"
#include "tests/runtime/graph/spirv_instructions.h"

namespace litevk::gpu {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Opcodes that precede functions (SPIR-V 1.3 specification, 3.32).
constexpr uint32_t kTypeFunction = 33;
constexpr uint32_t kKill = 252;

enum Id : uint32_t {
  kVoid = 1,
  kBool,
  kUint,
  kPointer,
  kMainType,
  kFunctionType,
  kPointerFunctionType,
  kTrue,
  kZero,
  kOne,
  kSeven,
  kMain,
  kCalled,
  kParameter,
  kBuffer,  // a variable that the device can see
  kInput,   // a value that is no constant, and the same as a boolean
  kCondition,
  kA,  // ids that tests define
  kB,
  kC,
  kD,
  kE,
  kF,
  kG,
};

using namespace spirv;  // NOLINT: the numbers of instructions

constexpr uint32_t kStorageBuffer = 12;
constexpr uint32_t kLocal = 7;

Instruction Labelled(uint32_t id) { return {kLabel, id}; }
Instruction Goto(uint32_t label) { return {kBranch, label}; }
Instruction Stored(uint32_t value) { return {kStore, kBuffer, value}; }

// Returns the instructions of the functions that KeepLiveCode leaves of a module with these functions.
std::vector<Instruction> Left(const std::vector<Instruction>& functions) {
  std::vector<Instruction> all = {{kEntryPoint, 5, kMain, 0},
                                  {kTypeVoid, kVoid},
                                  {kTypeBool, kBool},
                                  {kTypeInt, kUint, 32, 0},
                                  {kTypePointer, kPointer, kLocal, kUint},
                                  {kTypeFunction, kMainType, kVoid},
                                  {kTypeFunction, kFunctionType, kUint, kUint},
                                  {kTypeFunction, kPointerFunctionType, kUint, kPointer},
                                  {kConstantTrue, kBool, kTrue},
                                  {kConstant, kUint, kZero, 0},
                                  {kConstant, kUint, kOne, 1},
                                  {kConstant, kUint, kSeven, 7},
                                  {kVariable, kPointer, kBuffer, kStorageBuffer},
                                  {kUndef, kUint, kInput},
                                  {kUndef, kBool, kCondition}};
  all.insert(all.end(), functions.begin(), functions.end());
  std::vector<Instruction> left = InstructionsOf(KeepLiveCode(ModuleOf(all)));
  const auto is_function = [](const Instruction& instruction) { return instruction[0] == kFunction; };
  left.erase(left.begin(), std::ranges::find_if(left, is_function));
  return left;
}

std::vector<Instruction> Main(std::vector<Instruction> code) {
  code.insert(code.begin(), {{kFunction, kVoid, kMain, 0, kMainType}, Labelled(kA)});
  code.push_back({kReturn});
  code.push_back({kFunctionEnd});
  return code;
}

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

std::vector<Instruction> Only(uint32_t op, const std::vector<Instruction>& code) {
  std::vector<Instruction> found;
  std::ranges::copy_if(code, std::back_inserter(found), [&](const Instruction& i) { return i[0] == op; });
  return found;
}

// Returns a branch, one side of which stores 1 and the other one 7.
std::vector<Instruction> StoreEither(uint32_t condition) {
  return Main({{kSelectionMerge, kD, 0},
               {kBranchConditional, condition, kB, kC},
               Labelled(kC),
               Stored(kSeven),
               Goto(kD),
               Labelled(kB),
               Stored(kOne),
               Goto(kD),
               Labelled(kD)});
}

TEST(LiveCode, ABranchThatAConstantDecidesGoesOneWay) {
  const auto left = Left(StoreEither(kTrue));
  EXPECT_THAT(Only(kStore, left), ElementsAre(Stored(kOne)));
  EXPECT_THAT(Only(kBranchConditional, left), IsEmpty());
  EXPECT_THAT(Only(kSelectionMerge, left), IsEmpty());
}

TEST(LiveCode, ABranchThatNoConstantDecidesStays) {
  const auto left = Left(StoreEither(kCondition));
  EXPECT_THAT(Only(kStore, left), ElementsAre(Stored(kSeven), Stored(kOne)));
  EXPECT_THAT(Only(kLabel, left), SizeIs(4));
}

TEST(LiveCode, WhereOneWayIsLeftItsValueIsTheResult) {
  const auto left = Left(Main({{kSelectionMerge, kD, 0},
                               {kBranchConditional, kTrue, kB, kC},
                               Labelled(kC),
                               Goto(kD),
                               Labelled(kB),
                               Goto(kD),
                               Labelled(kD),
                               {kPhi, kUint, kE, kSeven, kB, kOne, kC},
                               {kIAdd, kUint, kF, kE, kZero},
                               Stored(kF)}));
  EXPECT_THAT(Only(kStore, left), ElementsAre(Stored(kSeven)));
  EXPECT_THAT(Only(kPhi, left), IsEmpty());
}

TEST(LiveCode, ACaseThatAConstantChoosesIsAllOfTheSwitch) {
  const auto left = Left(Main({{kSelectionMerge, kD, 0},
                               {kSwitch, kSeven, kB, 7, kC},
                               Labelled(kB),
                               Stored(kOne),
                               Goto(kD),
                               Labelled(kC),
                               Stored(kSeven),
                               Goto(kD),
                               Labelled(kD)}));
  EXPECT_THAT(Only(kStore, left), ElementsAre(Stored(kSeven)));
  EXPECT_THAT(Only(kSwitch, left), IsEmpty());
}

TEST(LiveCode, ALoopOfNoTurnsIsGone) {
  const auto left = Left(Main({Goto(kB),
                               Labelled(kB),
                               {kPhi, kUint, kE, kZero, kA, kF, kC},
                               {kULessThan, kBool, kG, kE, kZero},
                               {kLoopMerge, kD, kC, 0},
                               {kBranchConditional, kG, kC, kD},
                               Labelled(kC),
                               Stored(kE),
                               {kIAdd, kUint, kF, kE, kOne},
                               Goto(kB),
                               Labelled(kD)}));
  EXPECT_THAT(Only(kStore, left), IsEmpty());
  EXPECT_THAT(Only(kLoopMerge, left), IsEmpty());
}

TEST(LiveCode, ALoopKeepsTheWayBackThatNothingTakes) {
  const auto left = Left(Main({Goto(kB),
                               Labelled(kB),
                               {kPhi, kUint, kE, kZero, kA, kF, kC},
                               {kLoopMerge, kD, kC, 0},
                               {kBranchConditional, kTrue, kD, kC},
                               Labelled(kC),
                               {kIAdd, kUint, kF, kE, kOne},
                               Goto(kB),
                               Labelled(kD),
                               Stored(kE)}));
  EXPECT_THAT(Only(kStore, left), SizeIs(1));
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

TEST(LiveCode, AModuleWithWhatIsNotKnownStays) {
  const std::vector<uint32_t> module = ModuleOf({{kTypeVoid, kVoid},
                                                 {kTypeFunction, kMainType, kVoid},
                                                 {kFunction, kVoid, kMain, 0, kMainType},
                                                 Labelled(kA),
                                                 {kKill},
                                                 {kFunctionEnd}});
  EXPECT_EQ(KeepLiveCode(module), module);
}

// An unknown instruction would make a shader compile slowly, without a visible error.
TEST(LiveCode, KnowsTheInstructionsOfAllShaders) {
  const auto folder = std::filesystem::path(LITEVK_LIBRARY).parent_path() / "generated" / "shaders";
  int modules = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.path().string().ends_with(".opt.spv")) continue;
    const auto bytes = ReadFile(entry.path().string());
    ASSERT_TRUE(bytes.ok()) << bytes.status().message();
    std::vector<uint32_t> words(bytes->size() / sizeof(uint32_t));
    std::memcpy(words.data(), bytes->data(), bytes->size());
    EXPECT_TRUE(ReadModule(words).has_value()) << entry.path();
    ++modules;
  }
  EXPECT_GT(modules, 70);
}

}  // namespace
}  // namespace litevk::gpu
