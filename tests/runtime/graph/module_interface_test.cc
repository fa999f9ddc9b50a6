#include "runtime/graph/module_interface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu_ops/modules.h"

namespace litevk::gpu {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

ModuleInterface Read(std::span<const uint32_t> words) {
  auto module = ReadInterface(words, "main");
  EXPECT_TRUE(module.ok()) << module.status().message();
  return module.ok() ? *module : ModuleInterface();
}

std::string BindingsError(std::span<const uint32_t> words, uint32_t inputs = 1, uint32_t outputs = 1) {
  return CheckBindings(Read(words), inputs, outputs).message();
}

TEST(ModuleInterface, SaysWhatAHostHasToKnow) {
  const ModuleInterface module = Read(test::kTwoInputsModule);
  EXPECT_THAT(module.capabilities, ElementsAre(1U));
  EXPECT_THAT(module.local_size, ElementsAre(64U, 1U, 1U));
  ASSERT_EQ(module.bindings.size(), 3U);
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(module.bindings[i].set, 0U);
    EXPECT_EQ(module.bindings[i].binding, i);
    EXPECT_TRUE(module.bindings[i].is_storage_buffer);
    EXPECT_EQ(module.bindings[i].is_readonly, i < 2);
  }
  EXPECT_EQ(module.push_bytes, 8U);
  EXPECT_EQ(module.shared_bytes, 0U);
}

TEST(ModuleInterface, CountsBytes) {
  EXPECT_EQ(Read(test::kSharedModule).shared_bytes, 64U * 16);
  // Two scalars, a matrix at offset 16, a scalar.
  EXPECT_EQ(Read(test::kLongPushModule).push_bytes, 16U + 64 + 4);
}

TEST(ModuleInterface, ListsCapabilities) {
  EXPECT_THAT(Read(test::kFloat64Module).capabilities, Contains(10U));
  EXPECT_THAT(Read(test::kBytesModule).capabilities, Contains(4448U));
  EXPECT_THAT(Read(test::kSubgroupsModule).capabilities, Contains(63U));
}

TEST(ModuleInterface, BindingsThatMatch) {
  EXPECT_EQ(BindingsError(test::kScaleModule), "");
  // A SPIR-V 1.0 module, whose storage buffers are uniform ones with a decoration.
  EXPECT_EQ(BindingsError(test::kOldModule), "");
  EXPECT_EQ(BindingsError(test::kTwoInputsModule, 2), "");
  EXPECT_EQ(BindingsError(test::kTwoInputsModule, 1, 2), "binding 1 (output 0) is declared readonly");
}

TEST(ModuleInterface, BindingsThatDoNotAreNamed) {
  EXPECT_EQ(
      BindingsError(test::kGapModule, 2),
      "binding 1 (input 1) is missing in the module; expected the storage buffers 0 to 2 of set 0, for 2 "
      "inputs and then 1 output");
  EXPECT_THAT(BindingsError(test::kGapModule),
              HasSubstr("binding 2 is one too many; expected the storage buffers 0 to 1"));
  EXPECT_THAT(BindingsError(test::kScaleModule, 2),
              HasSubstr("binding 2 (output 0) is missing in the module"));
  EXPECT_THAT(BindingsError(test::kTwoInputsModule), HasSubstr("binding 1 (output 0) is declared readonly"));
  EXPECT_THAT(BindingsError(test::kUniformModule), HasSubstr("binding 0 (input 0) is no storage buffer"));
  EXPECT_THAT(BindingsError(test::kSetModule), HasSubstr("binding 0 is of descriptor set 1"));
  EXPECT_THAT(BindingsError(test::kReadonlyModule), HasSubstr("binding 1 (output 0) is declared readonly"));
}

TEST(ModuleInterface, LimitsOfADevice) {
  const DeviceLimits floor;
  EXPECT_TRUE(CheckLimits(Read(test::kScaleModule), floor).ok());
  EXPECT_EQ(CheckLimits(Read(test::kLargeGroupModule), floor).message(),
            "the workgroup's size along x is 1024, above the 128 that the device takes");
  ModuleInterface module = Read(test::kScaleModule);
  module.local_size = {64, 4, 1};
  EXPECT_EQ(CheckLimits(module, floor).message(),
            "the invocations of a workgroup are 256, above the 128 that the device takes");
  module.local_size = {64, 1, 0};
  EXPECT_THAT(CheckLimits(module, floor).message(), HasSubstr("along z is 0"));
  module = Read(test::kSharedModule);
  module.shared_bytes = floor.max_shared_memory_bytes + 1;
  EXPECT_THAT(CheckLimits(module, floor).message(), HasSubstr("shared memory"));
  module = Read(test::kLongPushModule);
  EXPECT_TRUE(CheckLimits(module, floor).ok());
  module.push_bytes = 132;
  EXPECT_THAT(CheckLimits(module, floor).message(), HasSubstr("push constants are 132"));
}

TEST(ModuleInterface, NoModule) {
  EXPECT_THAT(ReadInterface({}, "main").status().message(), HasSubstr("is no SPIR-V"));
  const std::vector<uint32_t> text(8, 0x20202020);
  EXPECT_THAT(ReadInterface(text, "main").status().message(), HasSubstr("is no SPIR-V"));
  EXPECT_THAT(ReadInterface(test::kNewModule, "main").status().message(),
              HasSubstr("is SPIR-V 1.5, expected at most 1.3"));
  EXPECT_EQ(ReadInterface(test::kScaleModule, "other").status().message(),
            "the module has no compute shader named \"other\"; it has \"main\"");
}

// Truncates a module word by word, and replaces each word by 0 or the largest number. Each case gives a
// diagnostic or an interface.
TEST(ModuleInterface, DamagedModulesAreRead) {
  const std::span<const uint32_t> whole = test::kLongPushModule;
  for (size_t length = 0; length < whole.size(); ++length) {
    const std::vector<uint32_t> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto module = ReadInterface(cut, "main");
    EXPECT_TRUE(module.ok() || !module.status().message().empty());
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const uint32_t word : {0U, ~0U, whole[at] ^ 0x10000U, whole[at] + 1}) {
      std::vector<uint32_t> damaged(whole.begin(), whole.end());
      damaged[at] = word;
      const auto module = ReadInterface(damaged, "main");
      EXPECT_TRUE(module.ok() || !module.status().message().empty());
    }
  }
}

}  // namespace
}  // namespace litevk::gpu
