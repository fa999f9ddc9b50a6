// Tests litevk-bench without a model: its command line, its sums, its advice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/model/advise.h"
#include "bench/model/print.h"
#include "bench/model/profile_table.h"

namespace litevk::bench {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(ArgumentsTest, DelegateOptions) {
  const auto pairs = ParseExternalOptions("device_id:1;report_path:/tmp/r.json");
  ASSERT_TRUE(pairs.ok());
  ASSERT_EQ(pairs->size(), 2U);
  EXPECT_EQ((*pairs)[1], std::pair(std::string("report_path"), std::string("/tmp/r.json")));
  EXPECT_TRUE(ParseExternalOptions("").ok());
}

TEST(ArgumentsTest, DelegateOptionsNeedOneColon) {
  for (const char* text : {"strict", ":1", "a:b:c", "strict:1;x"}) {
    EXPECT_THAT(ParseExternalOptions(text).status().message(), HasSubstr("expected key:value")) << text;
  }
}

TEST(ArgumentsTest, LayerShapes) {
  const auto shapes = ParseLayerShapes("a,b", "1,224,224,3:7");
  ASSERT_TRUE(shapes.ok());
  EXPECT_EQ((*shapes)[0].first, "a");
  EXPECT_EQ((*shapes)[0].second, ir::Shape({1, 224, 224, 3}));
  EXPECT_EQ((*shapes)[1].second, ir::Shape({7}));
}

TEST(ArgumentsTest, LayerShapesThatDoNotFit) {
  EXPECT_THAT(ParseLayerShapes("a,b", "1,2").status().message(), HasSubstr("names 2 inputs"));
  EXPECT_THAT(ParseLayerShapes("a", "1,x").status().message(), HasSubstr("found \"1,x\""));
}

TEST(PrintTest, SumsByOperatorAndLocation) {
  const std::vector<OperatorTime> times = {{.op = "ADD", .where = "gpu", .mean_us = 1},
                                           {.op = "CONV_2D", .where = "gpu", .mean_us = 2},
                                           {.op = "ADD", .where = "cpu", .mean_us = 10},
                                           {.op = "ADD", .where = "gpu", .mean_us = 4}};
  const auto sums = SumByOperator(times);
  ASSERT_EQ(sums.size(), 3U);
  EXPECT_EQ(sums[0].where, "cpu");
  EXPECT_EQ(sums[1].op, "ADD");
  EXPECT_EQ(sums[1].count, 2);
  EXPECT_DOUBLE_EQ(sums[1].sum_us, 5);
}

Comparison Faster() {
  return {.candidates = {{.name = "the CPU", .ms = {10, 10, 10}},
                         {.name = "the GPU", .partitions = 2, .ms = {6, 6, 6}},
                         {.name = "a part",
                          .options = {{"max_delegated_partitions", "1"}},
                          .partitions = 1,
                          .ms = {5, 5, 5}}}};
}

TEST(AdviceTest, TheFastest) {
  Comparison comparison = Faster();
  comparison.peer = "ai-edge-litert 2.3.0";
  EXPECT_EQ(Choose(comparison.candidates), 2U);
  EXPECT_EQ(Advice(comparison),
            "Use a part (-o max_delegated_partitions=1): it is 2.00 times as fast as ai-edge-litert 2.3.0.");
}

// litevk's own CPU kernels are not a reason to use a GPU.
TEST(AdviceTest, WithoutTheUsersInterpreter) {
  Comparison comparison = Faster();
  comparison.peer_missing = "python3 cannot be started";
  EXPECT_THAT(Advice(comparison), StartsWith("No advice: only litevk's CPU kernels were compared"));
  EXPECT_THAT(Advice(comparison), HasSubstr("(python3 cannot be started; --python names"));
  EXPECT_THAT(Advice(comparison), HasSubstr("it is 2.00 times as fast as litevk's CPU kernels."));
}

TEST(AdviceTest, ACpuDriverIsNoGpu) {
  Comparison comparison = Faster();
  comparison.peer = "ai-edge-litert 2.3.0";
  comparison.cpu_device = "llvmpipe";
  EXPECT_EQ(Advice(comparison),
            "Use the CPU: llvmpipe is a CPU driver, and its times show nothing about a GPU (it is 2.00 times "
            "as fast as ai-edge-litert 2.3.0).");
}

// A lower median is not enough: in two of these rounds the CPU was faster.
TEST(AdviceTest, NoiseIsNoReason) {
  const Comparison comparison = {.candidates = {{.name = "the CPU", .ms = {10, 10, 10, 10}},
                                                {.name = "the GPU", .partitions = 1, .ms = {9, 16, 9, 16}}},
                                 .peer = "ai-edge-litert 2.3.0"};
  EXPECT_EQ(Choose(comparison.candidates), 0U);
  EXPECT_EQ(
      Advice(comparison),
      "Use the CPU: the GPU is not faster than ai-edge-litert 2.3.0 in nine runs of ten; it takes 1.15 times "
      "as long as ai-edge-litert 2.3.0.");
}

TEST(AdviceTest, NothingOnTheDevice) {
  const Comparison comparison = {
      .candidates = {{.name = "the CPU", .ms = {10}}, {.name = "the GPU", .ms = {1}}},
      .refusals = "no node of 2 runs on the GPU"};
  EXPECT_EQ(
      Advice(comparison),
      "Use the CPU: the delegate takes no part of this model to a device: no node of 2 runs on the GPU.");
}

}  // namespace
}  // namespace litevk::bench
