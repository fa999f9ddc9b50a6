#include "delegate/litert/accelerator_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/litert/accelerator.h"

namespace litevk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

OptionPairs Merged(const OptionSources& sources) {
  const auto merged = MergeOptions(sources);
  EXPECT_TRUE(merged.ok()) << merged.status().message();
  return merged.ok() ? merged->pairs : OptionPairs();
}

TEST(AcceleratorOptionsTest, PairsAreSeparatedBySemicolons) {
  EXPECT_THAT(*ParsePairs("a=1;b=c=d;;e=", "here"),
              ElementsAre(Pair("a", "1"), Pair("b", "c=d"), Pair("e", "")));
  EXPECT_THAT(*ParsePairs("", "here"), IsEmpty());
  EXPECT_EQ(ParsePairs("a=1;strict", "here").status().message(),
            "here: expected key=value;key=value, found \"strict\"");
  EXPECT_FALSE(ParsePairs("=1", "here").ok());
}

TEST(AcceleratorOptionsTest, OnlyTheGpuTakesTheWholeModel) {
  EXPECT_THAT(Merged({.hardware = litert::kGpu}),
              ElementsAre(Pair("partition_policy", "all"), Pair("on_left_nodes", "error")));
  EXPECT_THAT(Merged({.hardware = litert::kGpu | litert::kCpu}), IsEmpty());
  EXPECT_THAT(Merged({}), ElementsAre(Pair("partition_policy", "all"), Pair("on_left_nodes", "warn")));
}

TEST(AcceleratorOptionsTest, TheLaterSourceIsTaken) {
  OptionSources sources = {.hardware = litert::kGpu,
                           .variable = "partition_policy=auto;device_name=variable;log_level=error"};
  EXPECT_THAT(Merged(sources),
              UnorderedElementsAre(Pair("partition_policy", "auto"), Pair("on_left_nodes", "error"),
                                   Pair("device_name", "variable"), Pair("log_level", "error")));
  sources.environment = {{"device_name", "environment"}};
  EXPECT_THAT(Merged(sources), testing::Contains(Pair("device_name", "environment")));
  sources.gpu_options = "preferred_device_substr = \"litert\"\n";
  EXPECT_THAT(Merged(sources), testing::Contains(Pair("device_name", "litert")));
  sources.own_options = "device_name=own";
  EXPECT_THAT(Merged(sources), testing::Contains(Pair("device_name", "own")));
  EXPECT_EQ(Merged(sources).size(), 4U);
}

TEST(AcceleratorOptionsTest, ErrorsNameTheSource) {
  EXPECT_THAT(MergeOptions({.variable = "x"}).status().message(),
              HasSubstr("the environment variable LITEVK_OPTIONS: expected key=value"));
  EXPECT_THAT(MergeOptions({.own_options = "x"}).status().message(),
              HasSubstr("the opaque option \"litevk\""));
}

TEST(AcceleratorOptionsTest, IgnoredLinesAreKept) {
  EXPECT_THAT(MergeOptions({.gpu_options = "priority = 1\n"})->ignored, ElementsAre("priority = 1"));
}

}  // namespace
}  // namespace litevk
