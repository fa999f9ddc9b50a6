// Removal of code that constants rule out.
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
constexpr uint32_t kKill = 252;

Instruction Goto(uint32_t label) { return {kBranch, label}; }

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
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
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
