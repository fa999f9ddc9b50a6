// Output for users: the report, the table, timings, dumps.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "delegate/engine/dispatch_profile.h"
#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

class DiagnosticsTest : public DelegateTest {
 protected:
  DiagnosticsTest() {
    BuildChain(model_);
    folder_ = testing::TempDir() + "litevk_diagnostics_test_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~DiagnosticsTest() override { std::filesystem::remove_all(folder_); }

  // Applies the delegate and runs once; returns the printed text.
  std::string RunAndCapture(const OptionPairs& options) {
    testing::internal::CaptureStderr();
    {
      const auto delegate = MakeDelegate(options);
      FakeInterpreter interpreter(model_);
      EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
      EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
      Run(interpreter);
    }
    return testing::internal::GetCapturedStderr();
  }

  static std::string Read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  ModelBuilder model_;
  std::string folder_;
};

TEST_F(DiagnosticsTest, SilentByDefault) { EXPECT_EQ(RunAndCapture({}), ""); }

TEST_F(DiagnosticsTest, TableAtLevelInfo) {
  const std::string log = RunAndCapture({{"log_level", "info"}});
  EXPECT_THAT(log, HasSubstr("litevk: subgraph 0: 3 nodes delegated of 3, in 1 partitions\n"));
  EXPECT_THAT(log, ContainsRegex("litevk: +2 +1 +0  MUL"));
}

TEST_F(DiagnosticsTest, Report) {
  const std::string path = folder_ + "/report.json";
  RunAndCapture({{"report_path", path}, {"max_delegated_partitions", "1"}});
  const auto report = nlohmann::json::parse(Read(path));
  EXPECT_TRUE(report["device"].is_string());
  EXPECT_EQ(report["options"]["max_delegated_partitions"], "1");
  ASSERT_EQ(report["subgraphs"].size(), 1U);
  EXPECT_EQ(report["subgraphs"][0]["partitions"], 1);
  for (const auto& node : report["subgraphs"][0]["nodes"]) EXPECT_EQ(node["partition"], 0);
}

TEST_F(DiagnosticsTest, AReportThatCannotBeWrittenIsOneWarning) {
  const std::string log =
      RunAndCapture({{"report_path", folder_ + "/none/report.json"}, {"log_level", "warning"}});
  EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
  EXPECT_EQ(
      log, "litevk: option \"report_path\": the folder " + folder_ + "/none does not exist; it is ignored\n");
}

TEST_F(DiagnosticsTest, AMissingFolderIsAnErrorWithStrict) {
  for (const char* key : {"report_path", "debug_dump_dir", "serialization_dir"}) {
    const std::string value = folder_ + "/none" + (key == std::string("report_path") ? "/report.json" : "");
    const auto delegate = Delegate::Create({{key, value}, {"strict", "1"}, {"backend", "reference"}});
    ASSERT_FALSE(delegate.ok()) << key;
    EXPECT_EQ(delegate.status().message(),
              "option \"" + std::string(key) + "\": the folder " + folder_ + "/none does not exist");
  }
}

TEST_F(DiagnosticsTest, PrecisionLossIsAcceptedWithALine) {
  const std::string line =
      "litevk: is_precision_loss_allowed=1: results are float32, which is within what it allows\n";
  EXPECT_THAT(RunAndCapture({{"is_precision_loss_allowed", "1"}, {"log_level", "info"}}), HasSubstr(line));
  EXPECT_EQ(RunAndCapture({{"is_precision_loss_allowed", "1"}}), "");
}

TEST_F(DiagnosticsTest, OpProfiling) {
  const std::string log = RunAndCapture({{"enable_op_profiling", "1"}, {"log_level", "info"}});
  EXPECT_THAT(log, HasSubstr("litevk: partition 0: device time of 1 run\n"));
  EXPECT_THAT(log, ContainsRegex("litevk: +[0-9.]+ +[0-9.]+  .* node [0-9]+ \\(elementwise\\)"));
}

TEST_F(DiagnosticsTest, ProgramsInTheReport) {
  const std::string path = folder_ + "/report.json";
  RunAndCapture({{"report_path", path}, {"enable_op_profiling", "1"}});
  const auto report = nlohmann::json::parse(Read(path));
  ASSERT_EQ(report["programs"].size(), 1U);
  const auto& program = report["programs"][0];
  EXPECT_EQ(program["dispatches"], 1);
  EXPECT_EQ(program["pipelines"], 1);
  EXPECT_GT(program["io_bytes"], 0);
  EXPECT_GT(program["pipelines_ms"], 0);
  ASSERT_EQ(program["pipeline_times"].size(), program["pipelines"]);
  for (const auto& time : program["pipeline_times"]) {
    EXPECT_TRUE(program["shaders"].contains(time["shader"].get<std::string>()));
    EXPECT_GT(time["ms"], 0);
  }
  EXPECT_EQ(program["profiled_runs"], 1);
  ASSERT_EQ(program["dispatch_times"].size(), 1U);
  EXPECT_EQ(program["dispatch_times"][0]["shader"], "elementwise");
}

// Each plan has the same prepacked weights: they are on the device once.
TEST_F(DiagnosticsTest, PlansOfOtherShapesShareTheWeights) {
  const std::string path = folder_ + "/report.json";
  const ir::Shape dims = {1, 4, 4, 6};
  ModelBuilder model;
  const int input = model.Input(dims);
  const int filter = model.Floats({8, 3, 3, 6}, SomeValues(int64_t{8} * 3 * 3 * 6, 3));
  const int bias = model.Floats({8}, SomeValues(8, 4));
  const abi::TfLiteConvParams params = {abi::kTfLitePaddingSame, 2, 2, abi::kTfLiteActNone, 1, 1};
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinConv2d, {input, filter, bias}, {1, 2, 2, 8}, params)});
  const auto delegate = MakeDelegate({{"report_path", path}});
  FakeInterpreter stock(model);
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  for (const int size : {4, 7, 20, 33}) {
    for (FakeInterpreter* host : {&stock, &interpreter}) {
      host->ResizeInput(0, {1, size, size, 6});
      ASSERT_EQ(host->AllocateTensors(), abi::kTfLiteOk);
    }
    ExpectClose(Run(interpreter), Run(stock));
  }
  const auto programs = nlohmann::json::parse(Read(path))["programs"];
  ASSERT_EQ(programs.size(), 4U);
  EXPECT_EQ(programs[0]["shared_constant_bytes"], 0);
  EXPECT_GE(programs[0]["constant_bytes"], 8 * 3 * 3 * 6 * 4);
  for (size_t i = 1; i < programs.size(); ++i) {
    EXPECT_EQ(programs[i]["shared_constant_bytes"], programs[i]["constant_bytes"]) << i;
  }
}

TEST_F(DiagnosticsTest, CopiesInTheReport) {
  const std::string path = folder_ + "/report.json";
  const auto program = [&](const char* disable_zero_copy) {
    RunAndCapture({{"report_path", path}, {"disable_zero_copy", disable_zero_copy}});
    return nlohmann::json::parse(Read(path))["programs"].at(0);
  };
  const auto staged = program("1");
  EXPECT_EQ(staged["staging_bytes"], staged["io_bytes"]);
  EXPECT_EQ(staged["copies"], 2);
  EXPECT_EQ(staged["zero_copy"], false);
  // The lavapipe driver shares memory with the host.
  const auto shared = program("0");
  EXPECT_EQ(shared["staging_bytes"], 0);
  EXPECT_EQ(shared["copies"], 0);
}

TEST(DispatchProfileTest, TheFirstRunIsNotInTheMean) {
  DispatchProfile profile;
  profile.Add({{.label = "relu", .shader = "elementwise", .microseconds = 90}});
  EXPECT_EQ(profile.Means().front().mean_us, 90);
  profile.Add({{.label = "relu", .shader = "elementwise", .microseconds = 10}});
  profile.Add({{.label = "relu", .shader = "elementwise", .microseconds = 20}});
  EXPECT_EQ(profile.Means().front().first_us, 90);
  EXPECT_EQ(profile.Means().front().mean_us, 15);
  EXPECT_EQ(profile.runs(), 3);
}

TEST_F(DiagnosticsTest, TimelineOfAsManyRunsAsWereAskedFor) {
  const std::string path = folder_ + "/report.json";
  const auto program = [&](const char* runs) {
    RunAndCapture({{"report_path", path}, {"enable_op_profiling", "1"}, {"timeline_runs", runs}});
    return nlohmann::json::parse(Read(path))["programs"].at(0);
  };
  EXPECT_FALSE(program("0").contains("timeline"));
  const auto profiled = program("9");
  const auto& timeline = profiled["timeline"];
  ASSERT_EQ(timeline["runs"].size(), profiled["profiled_runs"]);
  const auto& run = timeline["runs"][0];
  std::vector<std::string> names;
  double end_us = timeline["build"][0]["begin_us"];
  for (const auto* steps : {&timeline["build"], &run["steps"]}) {
    for (const auto& step : *steps) {
      names.push_back(step["name"]);
      EXPECT_GE(step["begin_us"].get<double>(), end_us - 1e-3) << names.back();
      end_us = step["begin_us"].get<double>() + step["us"].get<double>();
    }
  }
  EXPECT_THAT(names, testing::ElementsAre("tune", "plan", "compile pipelines", "upload weights",
                                          "use pipelines", "write inputs", "submit", "wait", "read outputs"));
  EXPECT_EQ(run["dispatch_us"][0], profiled["dispatch_times"][0]["first_us"]);
  // The clock of lavapipe is the host's.
  EXPECT_GT(run["device_begin_us"].get<double>(), run["steps"][1]["begin_us"].get<double>());
  EXPECT_LT(run["device_begin_us"].get<double>(), end_us);
}

// RELU, ADD and MUL of 1x2x3x5 are one dispatch.
TEST_F(DiagnosticsTest, WorkOfDispatches) {
  const std::string path = folder_ + "/report.json";
  RunAndCapture({{"report_path", path}, {"enable_op_profiling", "1"}});
  const auto dispatches = nlohmann::json::parse(Read(path))["programs"].at(0)["dispatch_times"];
  ASSERT_EQ(dispatches.size(), 1U);
  EXPECT_EQ(dispatches[0]["flops"], 3 * 30);
  EXPECT_GE(dispatches[0]["bytes"], 2 * 30 * 4);
  EXPECT_EQ(dispatches[0]["workgroups"].size(), 3U);
}

TEST_F(DiagnosticsTest, ProfilingWithoutTimestamps) {
  const std::string log = RunAndCapture(
      {{"enable_op_profiling", "1"}, {"log_level", "info"}, {"disable_features", "timestamps"}});
  EXPECT_THAT(log, testing::Not(HasSubstr("device time")));
}

// The runs count as runs on the device, and no fallback to the CPU is reported.
TEST_F(DiagnosticsTest, LateTimestampsFailNoRun) {
  const std::string path = folder_ + "/report.json";
  for (const VkResult result : {VK_NOT_READY, VK_ERROR_DEVICE_LOST, VK_ERROR_OUT_OF_HOST_MEMORY}) {
    vk::FaultInjector::FailNamed("vkGetQueryPoolResults", result);
    const std::string log =
        RunAndCapture({{"report_path", path}, {"enable_op_profiling", "1"}, {"log_level", "info"}});
    vk::FaultInjector::Reset();
    EXPECT_THAT(log, testing::Not(HasSubstr("runs on the CPU")));
    EXPECT_THAT(log, HasSubstr("litevk: partition 0: device time of 0 runs; 1 more had none\n"));
    const auto report = nlohmann::json::parse(Read(path));
    EXPECT_EQ(report["programs"].at(0)["profiled_runs"], 0);
    EXPECT_EQ(report["programs"].at(0)["runs_without_times"], 1);
    EXPECT_TRUE(report["programs"].at(0)["dispatch_times"].empty());
  }
}

TEST_F(DiagnosticsTest, WithoutAQueryPoolRunsAreNotTimed) {
  vk::FaultInjector::FailNamed("vkCreateQueryPool", VK_ERROR_OUT_OF_DEVICE_MEMORY);
  const std::string log = RunAndCapture({{"enable_op_profiling", "1"}});
  EXPECT_THAT(log, testing::StartsWith("litevk: partition 0 is not timed: vkCreateQueryPool"));
  EXPECT_EQ(std::ranges::count(log, '\n'), 1) << log;
}

TEST_F(DiagnosticsTest, DumpDir) {
  RunAndCapture({{"debug_dump_dir", folder_}});
  const std::string text = Read(folder_ + "/subgraph_0_partition_0_1x2x3x5.txt");
  EXPECT_THAT(text, HasSubstr("0 RELU 0:1x2x3x5 -> 1:1x2x3x5\n"));
  EXPECT_THAT(text, HasSubstr("dispatches\n"));
  EXPECT_THAT(text, HasSubstr("\n    nodes 0 RELU, 1 ADD, 2 MUL\n    specialization kLocalSizeX="));
  EXPECT_THAT(text, HasSubstr("\n    epilogue Relu: max(v, 0.0)\n    epilogue Add: v + x; x = tensor 2 "));
  EXPECT_THAT(text, HasSubstr("\nchoices of algorithms\nmemory: arena "));
}

TEST_F(DiagnosticsTest, AMissingFolderIsAWarning) {
  for (const char* key : {"debug_dump_dir", "serialization_dir"}) {
    EXPECT_EQ(RunAndCapture({{key, folder_ + "/none"}, {"log_level", "warning"}}),
              "litevk: option \"" + std::string(key) + "\": the folder " + folder_ +
                  "/none does not exist; it is ignored\n");
  }
}

TEST_F(DiagnosticsTest, UnfusedNodesAreDispatchesOfTheirOwn) {
  EXPECT_THAT(RunAndCapture({{"log_level", "verbose"}, {"disable_fusion", "1"}}),
              HasSubstr(": 3 dispatches, "));
  EXPECT_THAT(RunAndCapture({{"log_level", "verbose"}}), HasSubstr(": 1 dispatches, "));
}

}  // namespace
}  // namespace litevk::test
