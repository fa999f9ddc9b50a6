#include "delegate/report/compat_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "delegate/engine/report_writer.h"
#include "delegate/report/refusals.h"
#include "runtime/platform/files.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/delegate/report/report_fixture.h"
#include "tests/host/model_builder.h"

namespace litevk {
namespace {

using nlohmann::json;

TEST(CompatReportTest, Json) {
  CompatReport report;
  report.device = "Some GPU";
  report.options = {{"strict", "1"}};
  report.subgraphs = {SomeSubgraph()};
  report.pipelines = {{"relu", "relu node 0", {1, 2}, {{"Spilled VGPRs", 0}}}};
  report.programs = {{.partition = 0,
                      .dispatches = 3,
                      .shaders = {{"relu", 3}},
                      .moves = {{7, "PACK", "the tensor is a constant"}},
                      .barriers = 2,
                      .arena_bytes = 64,
                      .upload_ms = 0.5}};
  const json parsed = json::parse(ToJson(report));
  EXPECT_EQ(parsed["schema_version"], kReportSchemaVersion);
  EXPECT_EQ(parsed["device"], "Some GPU");
  EXPECT_EQ(parsed["options"]["strict"], "1");
  const json& subgraph = parsed["subgraphs"][0];
  EXPECT_EQ(subgraph["nodes_total"], 2);
  EXPECT_EQ(subgraph["nodes_delegated"], 1);
  const json& relu = subgraph["nodes"][0];
  EXPECT_EQ(relu["op"], "RELU");
  EXPECT_EQ(relu["delegated"], true);
  EXPECT_EQ(relu["reason_code"], "SUPPORTED");
  EXPECT_EQ(relu["partition"], 0);
  const json& custom = subgraph["nodes"][1];
  EXPECT_EQ(custom["op"], "CUSTOM");
  EXPECT_EQ(custom["custom_name"], "Mine\xEF\xBF\xBD");  // replaced: not UTF-8
  EXPECT_EQ(custom["reason"], "no \"customs\"");
  EXPECT_TRUE(custom["partition"].is_null());
  const json& estimate = subgraph["estimates"][0];
  EXPECT_EQ(estimate["partition"], 0);
  EXPECT_EQ(estimate["nodes"], json::array({0}));
  EXPECT_EQ(estimate["device_us"], 210.0);
  EXPECT_EQ(estimate["overhead_us"], 190);
  EXPECT_EQ(estimate["cpu_us"], 40.1);
  EXPECT_FALSE(estimate.contains("assumes_dims") || estimate.contains("plan_us"));
  const json& left_out = subgraph["estimates"][1];
  EXPECT_TRUE(left_out["partition"].is_null());
  EXPECT_EQ(left_out["assumes_dims"], true);
  EXPECT_EQ(left_out["plan_us"], 250);
  EXPECT_EQ(parsed["pipelines"][0]["statistics"]["Spilled VGPRs"], 0);
  const json& program = parsed["programs"][0];
  EXPECT_EQ(program["dispatches"], 3);
  EXPECT_EQ(program["shaders"]["relu"], 3);
  EXPECT_EQ(program["moves"][0], json({{"node", 7}, {"op", "PACK"}, {"reason", "the tensor is a constant"}}));
  EXPECT_EQ(program["barriers"], 2);
  EXPECT_EQ(program["arena_bytes"], 64);
  EXPECT_EQ(program["upload_ms"], 0.5);
  EXPECT_FALSE(program.contains("dispatch_times"));
}

TEST(CompatReportTest, WithoutADevice) {
  CompatReport report;
  report.device_message = "no Vulkan device";
  const json parsed = json::parse(ToJson(report));
  EXPECT_TRUE(parsed["device"].is_null());
  EXPECT_EQ(parsed["device_message"], "no Vulkan device");
}

TEST(CompatReportTest, Table) {
  const auto lines = ToTable(SomeSubgraph());
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "subgraph 0: 1 nodes delegated of 2, in 1 partitions");
  EXPECT_THAT(lines[2], testing::ContainsRegex("^ +0 +1 +0  RELU"));
  EXPECT_THAT(lines[3], testing::ContainsRegex("^ +1 +1 +-  Mine.* no \"customs\"$"));
  EXPECT_EQ(lines[4],
            "  partition 0 is estimated to take about 210 us on the device, of which 190 us submit and "
            "transfer, and "
            "40 us on the CPU");
}

SubgraphReport Refused(const std::vector<std::pair<std::string, Verdict>>& nodes) {
  SubgraphReport report;
  for (const auto& [op, verdict] : nodes) report.nodes.push_back({.op = op, .verdict = verdict});
  return report;
}

TEST(RefusalsTest, TheMostFrequentReasonsFirst) {
  const Verdict not_met = Reject(ReasonCode::kConstraint, "not met: rank at most 4");
  const SubgraphReport report = Refused({{"ADD", Reject(ReasonCode::kQuantized, "tensor 1 (4) is quantized")},
                                         {"SIN", Reject(ReasonCode::kOpNotListed)},
                                         {"MEAN", not_met},
                                         {"SIN", Reject(ReasonCode::kOpNotListed)},
                                         {"EXP", Reject(ReasonCode::kOpNotListed)},
                                         {"ADD", Reject(ReasonCode::kQuantized, "tensor 7 (4) is quantized")},
                                         {"RELU", Reject(ReasonCode::kShape)}});
  EXPECT_EQ(
      DescribeRefusals({&report, 1}),
      "no node of 7 runs on the GPU: 3 times \"not supported on the GPU\" (SIN, EXP), 2 times \"tensors "
      "quantized in this way are not supported\" (ADD), 1 time \"not met: rank at most 4\" (MEAN), 1 for "
      "other reasons");
  EXPECT_EQ(json::parse(ToJson({.subgraphs = {report}}))["message"], DescribeRefusals({&report, 1}));
}

TEST(RefusalsTest, AllSubgraphsCount) {
  const SubgraphReport loop = Refused({{"WHILE", Reject(ReasonCode::kOpNotListed)}});
  const SubgraphReport body = Refused({{"ADD", Reject(ReasonCode::kNotWorthIt)}});
  const std::vector<SubgraphReport> refused = {loop, body};
  EXPECT_EQ(
      DescribeRefusals(refused),
      "no node of 2 runs on the GPU: 1 time \"not supported on the GPU\" (WHILE), 1 time \"its partition "
      "is estimated to cost more on the device than it saves\" (ADD); partition_policy=all takes "
      "what the estimate leaves out");
  const std::vector<SubgraphReport> mixed = {loop, SomeSubgraph(1)};
  EXPECT_EQ(DescribeRefusals(mixed), "");
}

TEST(RefusalsTest, AWholeGraphHasItsEstimate) {
  const Verdict verdict = Reject(ReasonCode::kGraphNotWorthIt, "the whole graph would take about 1400 us");
  const SubgraphReport report = Refused({{"ADD", verdict}, {"MUL", verdict}});
  EXPECT_EQ(DescribeRefusals({&report, 1}),
            "no node of 2 runs on the GPU: 2 times \"the whole graph would take about 1400 us\" (ADD, MUL); "
            "partition_policy=all takes what the estimate leaves out");
}

TEST(RefusalsTest, NothingToSayOfWhatIsDelegated) {
  const SubgraphReport some = SomeSubgraph();
  EXPECT_EQ(DescribeRefusals({&some, 1}), "");
  EXPECT_EQ(DescribeRefusals({}), "");
  EXPECT_FALSE(json::parse(ToJson({.subgraphs = {some}})).contains("message"));
}

}  // namespace
}  // namespace litevk
