#include "delegate/plugin/option_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace litevk {
namespace {

using testing::HasSubstr;

Options Parse(const OptionPairs& pairs) {
  auto options = ParseOptions(pairs);
  EXPECT_TRUE(options.ok()) << options.status().message();
  return options.ok() ? *options : Options();
}

std::string ErrorOf(const std::string& key, const std::string& value) {
  const auto options = ParseOptions({{key, value}});
  EXPECT_FALSE(options.ok()) << key << " = " << value;
  return options.ok() ? "" : options.status().message();
}

class OptionsTest : public testing::Test {
 protected:
  OptionsTest() { unsetenv("LITEVK_ALLOW_CPU_DEVICE"); }
};

TEST_F(OptionsTest, Defaults) {
  const Options options = Parse({});
  EXPECT_EQ(options.device_id, -1);
  EXPECT_FALSE(options.allow_cpu_device);
  EXPECT_FALSE(options.missing_device_is_error);
  EXPECT_EQ(options.backend, Backend::kVulkan);
  EXPECT_EQ(options.log_level, LogLevel::kWarning);
  EXPECT_EQ(options.partition.max_partitions, 0);
  EXPECT_EQ(options.invoke_timeout_ms, -1);
}

TEST_F(OptionsTest, InvokeTimeout) {
  EXPECT_EQ(Parse({{"invoke_timeout_ms", "0"}}).invoke_timeout_ms, 0);
  EXPECT_EQ(Parse({{"invoke_timeout_ms", "250"}}).invoke_timeout_ms, 250);
  EXPECT_THAT(ErrorOf("invoke_timeout_ms", "-1"), HasSubstr("an integer from 0 on"));
  EXPECT_TRUE(Parse({{"verify", "0"}}).verify.is_off());
  EXPECT_TRUE(Parse({{"verify", "1"}}).verify.IsDue(5));
  const Verify first = Parse({{"verify", "first"}}).verify;
  EXPECT_TRUE(first.IsDue(0) && !first.IsDue(1));
  const Verify sample = Parse({{"verify", "sample:3"}}).verify;
  EXPECT_TRUE(sample.IsDue(0) && !sample.IsDue(2) && sample.IsDue(3));
  for (const char* wrong : {"", "2", "sample", "sample:", "sample:0", "sample:-1", "sample:3x"}) {
    EXPECT_THAT(ErrorOf("verify", wrong), HasSubstr("0, 1, first or sample:N")) << wrong;
  }
}

TEST_F(OptionsTest, EveryKeyTakesItsOwnDefault) {
  for (const OptionSpec& spec : OptionTable()) {
    // Defaults in words stand for "not given".
    if (spec.default_value.find(' ') != std::string_view::npos) continue;
    Options options;
    EXPECT_TRUE(spec.set(options, spec.default_value)) << spec.key;
  }
}

TEST_F(OptionsTest, KeysAreUniqueAndDescribed) {
  std::set<std::string_view> keys;
  for (const OptionSpec& spec : OptionTable()) {
    EXPECT_TRUE(keys.insert(spec.key).second) << spec.key;
    EXPECT_FALSE(spec.values.empty()) << spec.key;
    EXPECT_TRUE(spec.help.ends_with('.')) << spec.key;
  }
}

TEST_F(OptionsTest, PublicHeaderNamesEveryKey) {
  std::ostringstream header;
  header << std::ifstream(LITEVK_SOURCE_DIR "/delegate/include/litevk/litevk_delegate.h").rdbuf();
  for (const OptionSpec& spec : OptionTable()) {
    EXPECT_THAT(header.str(), HasSubstr(" " + std::string(spec.key))) << spec.key;
  }
}

TEST_F(OptionsTest, Booleans) {
  for (const char* value : {"1", "true", "True"}) EXPECT_TRUE(Parse({{"strict", value}}).strict) << value;
  for (const char* value : {"0", "false", "False"}) EXPECT_FALSE(Parse({{"strict", value}}).strict) << value;
  for (const char* value : {"", "2", "yes", "TRUE", " 1", "1 "}) {
    EXPECT_THAT(ErrorOf("strict", value), HasSubstr("option \"strict\": expected 0 or 1, found \""));
  }
}

TEST_F(OptionsTest, Counts) {
  EXPECT_EQ(Parse({{"device_id", "3"}}).device_id, 3);
  EXPECT_EQ(Parse({{"allowed_builtin_code", "0"}}).partition.allowed_op_code, 0);
  for (const char* value : {"", "-1", "x", "1x", "1.0", "99999999999", "0x1", "+1"}) {
    EXPECT_THAT(ErrorOf("device_id", value), HasSubstr("expected an integer from 0 on, found")) << value;
  }
}

TEST_F(OptionsTest, Milliseconds) {
  EXPECT_LT(Parse({}).max_submit_ms, 0) << "the default of the device";
  EXPECT_EQ(Parse({{"max_submit_ms", "0"}}).max_submit_ms, 0);
  EXPECT_EQ(Parse({{"max_submit_ms", "0.5"}}).max_submit_ms, 0.5);
  for (const char* value : {"", "-1", "x", "1x", "inf", "nan", "+1", "1e999"}) {
    EXPECT_THAT(ErrorOf("max_submit_ms", value), HasSubstr("expected a number from 0 on, found")) << value;
  }
}

TEST_F(OptionsTest, LogLevels) {
  EXPECT_EQ(Parse({{"log_level", "silent"}}).log_level, LogLevel::kSilent);
  EXPECT_EQ(Parse({{"log_level", "verbose"}}).log_level, LogLevel::kVerbose);
  EXPECT_EQ(Parse({{"log_level", "3"}}).log_level, LogLevel::kInfo);
  EXPECT_THAT(ErrorOf("log_level", "5"), HasSubstr("silent, error, warning, info, verbose or 0 to 4"));
}

TEST_F(OptionsTest, Choices) {
  EXPECT_EQ(Parse({{"backend", "reference"}}).backend, Backend::kReference);
  EXPECT_TRUE(Parse({{"on_missing_device", "error"}}).missing_device_is_error);
  EXPECT_THAT(ErrorOf("backend", "opencl"), HasSubstr("expected vulkan or reference, found \"opencl\""));
  EXPECT_EQ(Parse({}).partition.policy, PartitionPolicy::kAuto);
  EXPECT_EQ(Parse({}).cpu_kernels, CpuKernels::kXnnpack);
  EXPECT_EQ(Parse({{"cpu_kernels", "builtin"}}).cpu_kernels, CpuKernels::kBuiltin);
  EXPECT_EQ(Parse({{"cpu_kernels", "xnnpack"}}).cpu_kernels, CpuKernels::kXnnpack);
  EXPECT_THAT(ErrorOf("cpu_kernels", "litevk"), HasSubstr("expected xnnpack or builtin, found \"litevk\""));
  EXPECT_EQ(Parse({{"partition_policy", "all"}}).partition.policy, PartitionPolicy::kAll);
  EXPECT_EQ(Parse({{"partition_policy", "auto"}}).partition.policy, PartitionPolicy::kAuto);
  EXPECT_THAT(ErrorOf("partition_policy", "none"), HasSubstr("expected auto or all, found \"none\""));
  EXPECT_THAT(ErrorOf("on_missing_device", ""), HasSubstr("expected fallback or error"));
}

TEST_F(OptionsTest, PrecisionLossIsAccepted) {
  EXPECT_FALSE(Parse({{"is_precision_loss_allowed", "0"}}).is_precision_loss_allowed);
  EXPECT_TRUE(Parse({{"is_precision_loss_allowed", "1"}}).is_precision_loss_allowed);
  EXPECT_THAT(ErrorOf("is_precision_loss_allowed", "maybe"), HasSubstr("expected 0 or 1, found \"maybe\""));
}

TEST_F(OptionsTest, Features) {
  const Options options = Parse({{"disable_features", "subgroups,timestamps"}});
  EXPECT_TRUE(options.disabled_features.has(vk::Feature::kSubgroups));
  EXPECT_TRUE(options.disabled_features.has(vk::Feature::kTimestamps));
  EXPECT_FALSE(options.disabled_features.has(vk::Feature::kTexelBuffers));
  const std::string error = ErrorOf("disable_features", "subgroups,warp");
  for (uint32_t i = 0; i < vk::kFeatureCount; ++i) {
    EXPECT_THAT(error, HasSubstr(std::string(vk::FeatureName(static_cast<vk::Feature>(i)))));
  }
}

TEST_F(OptionsTest, MaxTile) {
  EXPECT_EQ(Parse({}).max_tile, 0U);
  EXPECT_EQ(Parse({{"max_tile", "0"}}).max_tile, 0U);
  EXPECT_EQ(Parse({{"max_tile", "32"}}).max_tile, 32U);
  for (const char* value : {"33", "-1", "4.5", "", "four", "4294967297"}) {
    EXPECT_THAT(ErrorOf("max_tile", value), HasSubstr("expected an integer from 0 to 32, found \"")) << value;
  }
}

TEST_F(OptionsTest, ParallelWorkgroups) {
  EXPECT_EQ(Parse({}).parallel_workgroups, 0);
  EXPECT_EQ(Parse({{"parallel_workgroups", "400"}}).parallel_workgroups, 400);
  EXPECT_THAT(ErrorOf("parallel_workgroups", "-1"), HasSubstr("expected an integer from 0 on, found \""));
}

TEST_F(OptionsTest, EscapesStandForSeparators) {
  EXPECT_EQ(Parse({{"report_path", "C%3A/a%3Bb%3A%3B%41"}}).report_path, "C:/a;b:;%41");
}

TEST_F(OptionsTest, LaterPairWins) {
  EXPECT_EQ(Parse({{"device_id", "1"}, {"device_id", "2"}}).device_id, 2);
}

TEST_F(OptionsTest, UnknownKeyListsTheValidOnes) {
  const std::string error = ErrorOf("device", "0");
  EXPECT_THAT(error, HasSubstr("option \"device\": there is no such key"));
  for (const OptionSpec& spec : OptionTable()) EXPECT_THAT(error, HasSubstr(std::string(spec.key)));
}

TEST_F(OptionsTest, UnknownKeyNamesTheOneThatWasMeant) {
  EXPECT_EQ(ErrorOf("devcie_id", "0"),
            "option \"devcie_id\": there is no such key; did you mean \"device_id\"?");
}

TEST_F(OptionsTest, BadValueListsTheValuesAndNoKeys) {
  EXPECT_EQ(ErrorOf("tuning", "fats"),
            "option \"tuning\": expected none, fast or exhaustive, found \"fats\"; did you mean \"fast\"?");
  EXPECT_EQ(ErrorOf("backend", "metal"), "option \"backend\": expected vulkan or reference, found \"metal\"");
  EXPECT_EQ(ErrorOf("max_tile", "33"), "option \"max_tile\": expected an integer from 0 to 32, found \"33\"");
  EXPECT_THAT(ErrorOf("log_level", "warnings"), HasSubstr("did you mean \"warning\"?"));
  EXPECT_THAT(ErrorOf("disable_features", "subgroups,timestamp"), HasSubstr("did you mean \"timestamps\"?"));
  for (const OptionSpec& spec : OptionTable()) {
    Options options;
    if (spec.set(options, "no such value")) continue;
    EXPECT_EQ(ErrorOf(std::string(spec.key), "no such value"),
              "option \"" + std::string(spec.key) + "\": expected " + std::string(spec.values) +
                  ", found \"no such value\"");
  }
}

TEST_F(OptionsTest, EnvironmentAllowsCpuDevices) {
  setenv("LITEVK_ALLOW_CPU_DEVICE", "1", 1);
  EXPECT_TRUE(Parse({}).allow_cpu_device);
  EXPECT_FALSE(Parse({{"allow_cpu_device", "0"}}).allow_cpu_device);
  setenv("LITEVK_ALLOW_CPU_DEVICE", "true", 1);
  EXPECT_TRUE(Parse({}).allow_cpu_device);
  for (const char* no : {"0", "false", ""}) {
    setenv("LITEVK_ALLOW_CPU_DEVICE", no, 1);
    EXPECT_FALSE(Parse({}).allow_cpu_device);
  }
  setenv("LITEVK_ALLOW_CPU_DEVICE", "yes", 1);
  EXPECT_EQ(ParseOptions({}).status().message(),
            "the environment variable LITEVK_ALLOW_CPU_DEVICE: expected 0 or 1, found \"yes\"");
  unsetenv("LITEVK_ALLOW_CPU_DEVICE");
}

TEST_F(OptionsTest, Collect) {
  EXPECT_TRUE(CollectOptions(nullptr, nullptr, 0).ok());
  EXPECT_FALSE(CollectOptions(nullptr, nullptr, 1).ok());
  EXPECT_FALSE(CollectOptions(nullptr, nullptr, static_cast<size_t>(-1)).ok());
}

}  // namespace
}  // namespace litevk
