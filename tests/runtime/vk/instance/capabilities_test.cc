// Capabilities that modules require of devices.
#include "runtime/vk/instance/capabilities.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "shaders/conv/conv_2d.h"
#include "shaders/softmax.h"

namespace litevk::vk {
namespace {

class CapabilitiesTest : public ::testing::Test {
 protected:
  CapabilitiesTest() {
    info_.name = "Some GPU";
    info_.subgroup_operations = {"basic", "arithmetic", "shuffle"};
  }
  static FeatureSet With(const std::vector<Feature>& features) {
    FeatureSet set;
    for (const Feature feature : features) set.Add(feature);
    return set;
  }

  static std::span<const uint32_t> CapabilitiesOf(std::span<const gpu::ShaderModule> modules,
                                                  const gpu::Variant& key) {
    return gpu::FindModule(modules, key)->capabilities;
  }

  DeviceInfo info_;
};

TEST_F(CapabilitiesTest, AModuleCarriesItsOwn) {
  constexpr uint32_t kShader = 1;
  constexpr uint32_t kInt64 = 11;
  EXPECT_TRUE(std::ranges::equal(shaders::Conv2d::kInfo.capabilities, std::vector{kShader}));
  const auto texels = CapabilitiesOf(shaders::Conv2d::kModules, {.read = gpu::Read::kTexels});
  EXPECT_NE(std::ranges::find(texels, kInt64), texels.end());
}

TEST_F(CapabilitiesTest, AnyDeviceRunsTheBaseModule) {
  EXPECT_TRUE(CheckCapabilities(shaders::Softmax::kInfo.capabilities, info_, {}).ok());
}

TEST_F(CapabilitiesTest, AVariantNeedsItsFeatures) {
  const auto reductions = CapabilitiesOf(shaders::Softmax::kModules, {.subgroups = true});
  EXPECT_TRUE(CheckCapabilities(reductions, info_, With({Feature::kSubgroups})).ok());
  EXPECT_EQ(CheckCapabilities(reductions, info_, {}).message(),
            "the module needs the capability GroupNonUniform, which Some GPU does not have, or an option has "
            "switched off");
  const auto texels = CapabilitiesOf(shaders::Conv2d::kModules, {.read = gpu::Read::kTexels});
  EXPECT_TRUE(CheckCapabilities(texels, info_, With({Feature::kSubgroups, Feature::kInt64})).ok());
  EXPECT_EQ(CheckCapabilities(texels, info_, With({Feature::kSubgroups})).message(),
            "the module needs the capability Int64, which Some GPU does not have, or an option has switched "
            "off");
}

TEST_F(CapabilitiesTest, AnOperationIsNotImpliedByTheFeature) {
  info_.subgroup_operations = {"basic", "shuffle"};
  const auto reductions = CapabilitiesOf(shaders::Softmax::kModules, {.subgroups = true});
  EXPECT_EQ(CheckCapabilities(reductions, info_, With({Feature::kSubgroups})).message(),
            "the module needs the capability GroupNonUniformArithmetic, which Some GPU does not have, or an "
            "option has switched off");
}

TEST_F(CapabilitiesTest, WhatNoDeviceIsOpenedForHasItsName) {
  EXPECT_EQ(CheckCapabilities(std::vector<uint32_t>{9}, info_, {}).message(),
            "the module needs the capability Float16, for which litevk opens no device");
  EXPECT_EQ(CheckCapabilities(std::vector<uint32_t>{6000}, info_, {}).message(),
            "the module needs the capability 6000, for which litevk opens no device");
}

}  // namespace
}  // namespace litevk::vk
