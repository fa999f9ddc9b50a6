// The report as a file.
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

class ReportFileTest : public testing::Test {
 protected:
  ReportFileTest() {
    folder_ =
        testing::TempDir() + "litevk_report_test_" + std::to_string(::getpid());  // tests run side by side
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
  }
  ~ReportFileTest() override { std::filesystem::remove_all(folder_); }

  std::string Read() const {
    std::ostringstream text;
    text << std::ifstream(path()).rdbuf();
    return text.str();
  }
  std::string path() const { return folder_ + "/report.json"; }

  std::string folder_;
};

TEST_F(ReportFileTest, IsReplacedWhole) {
  ASSERT_TRUE(WriteFileAtomically(path(), "a longer first text").ok());
  ASSERT_TRUE(WriteFileAtomically(path(), "second").ok());
  EXPECT_EQ(Read(), "second");
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 1U) << "a temporary file is left";
}

TEST_F(ReportFileTest, MissingFolder) {
  const Status status = WriteFileAtomically(folder_ + "/none/report.json", "text");
  EXPECT_THAT(status.message(), testing::HasSubstr("the folder " + folder_ + "/none does not exist"));
}

TEST_F(ReportFileTest, FolderInTheWay) {
  std::filesystem::create_directory(path());
  EXPECT_FALSE(WriteFileAtomically(path(), "text").ok());
  EXPECT_TRUE(std::filesystem::is_directory(path()));
}

// Expects the latest application of the delegate: a subgraph replaces its own entry, another main subgraph
// all entries.
TEST_F(ReportFileTest, WriterKeepsTheLatestModel) {
  const abi::TfLiteContext first = {};
  const abi::TfLiteContext second = {};
  ReportWriter writer(path(), Logger(LogLevel::kSilent), {});
  const auto subgraphs = [&] { return json::parse(Read())["subgraphs"].size(); };
  writer.SetSubgraph(&first, SomeSubgraph(0));
  writer.SetSubgraph(&second, SomeSubgraph(1));
  EXPECT_EQ(subgraphs(), 2U);
  writer.SetSubgraph(&first, SomeSubgraph(0));
  EXPECT_EQ(subgraphs(), 2U);
  writer.SetSubgraph(&second, SomeSubgraph(0));
  EXPECT_EQ(subgraphs(), 1U);
}

// A loop whose shapes change makes the same programs, and the same fallbacks, in every run.
TEST_F(ReportFileTest, WhatComesAgainIsCountedAndNotListedAgain) {
  ReportWriter writer(path(), Logger(LogLevel::kSilent), {});
  const Verdict empty = Reject(ReasonCode::kEmptyTensor, "tensor 3 (0x5) has no elements");
  size_t writes = 0;
  for (int run = 0; run < 300; ++run) {
    for (int length = 1; length <= 6; ++length) {
      const ProgramReport program = {.partition = 1, .input_shapes = {{length, 5}}};
      EXPECT_EQ(writer.WouldList(program), run == 0);
      EXPECT_EQ(writer.AddProgram(program), length - 1);
    }
    writer.AddFallbacks({{.partition = 1, .node = 9, .verdict = empty}});
    writes += std::filesystem::remove(path()) ? 1 : 0;
  }
  EXPECT_EQ(writes, 1U) << "only the first run had something new to say";
  writer.WriteCounts();
  const json report = json::parse(Read());
  ASSERT_EQ(report["programs"].size(), 6U);
  EXPECT_EQ(report["programs"][5]["input_shapes"], json::array({json::array({6, 5})}));
  EXPECT_EQ(report["programs"][5]["builds"], 300);
  ASSERT_EQ(report["fallbacks"].size(), 1U);
  EXPECT_EQ(report["fallbacks"][0]["times"], 300);
  EXPECT_FALSE(report.contains("unlisted_programs"));
}

TEST_F(ReportFileTest, ListsAreBounded) {
  ReportWriter writer(path(), Logger(LogLevel::kSilent), {});
  for (int length = 1; length <= 300; ++length) {
    const ProgramReport program = {.partition = 1, .input_shapes = {{length, 5}}};
    EXPECT_EQ(writer.AddProgram(program).has_value(), length <= 16);
    const Verdict verdict = Reject(ReasonCode::kConstraint, "not met: " + std::to_string(length));
    writer.AddFallbacks({{.partition = 1, .node = 9, .verdict = verdict}});
  }
  EXPECT_TRUE(writer.WouldList({.partition = 2, .input_shapes = {{300, 5}}}));
  writer.WriteCounts();
  const json report = json::parse(Read());
  EXPECT_EQ(report["programs"].size(), 16U);
  EXPECT_EQ(report["unlisted_programs"], 284);
  EXPECT_EQ(report["fallbacks"].size(), 4U);
}

TEST_F(ReportFileTest, ProfilesOfOneProgramAddUp) {
  ReportWriter writer(path(), Logger(LogLevel::kSilent), {});
  const auto program = writer.AddProgram({.partition = 1});
  writer.SetProfile(*program, {.runs = 2, .dispatch_times = {{.node = 4, .first_us = 9, .mean_us = 3}}});
  writer.SetProfile(
      *program,
      {.runs = 4, .runs_without_times = 1, .dispatch_times = {{.node = 4, .first_us = 5, .mean_us = 7}}});
  writer.WriteCounts();
  const json profiled = json::parse(Read())["programs"][0];
  EXPECT_EQ(profiled["profiled_runs"], 6);
  EXPECT_EQ(profiled["runs_without_times"], 1);
  EXPECT_EQ(profiled["dispatch_times"][0]["first_us"], 9);
  EXPECT_EQ(profiled["dispatch_times"][0]["mean_us"], 6);
}

TEST_F(ReportFileTest, WarnsOnceOfAFileThatCannotBeWritten) {
  ReportWriter writer(folder_ + "/none/report.json", Logger(), {});
  testing::internal::CaptureStderr();
  for (int partition = 0; partition < 3; ++partition) writer.AddProgram({.partition = partition});
  const std::string warnings = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(warnings, '\n'), 1) << warnings;
}

TEST_F(ReportFileTest, DispatchTimesFindTheirProgram) {
  const abi::TfLiteContext first = {};
  const abi::TfLiteContext second = {};
  ReportWriter writer(path(), Logger(LogLevel::kSilent), {});
  const auto programs = [&] { return json::parse(Read())["programs"]; };
  writer.SetSubgraph(&first, SomeSubgraph(0));
  const int64_t old_program = *writer.AddProgram({.partition = 0});
  writer.SetSubgraph(&second, SomeSubgraph(0));
  EXPECT_TRUE(programs().empty());
  writer.AddProgram({.partition = 0});
  const int64_t program = *writer.AddProgram({.partition = 1});
  writer.SetProfile(old_program, {.runs = 1});
  writer.SetProfile(program,
                    {.runs = 7,
                     .runs_without_times = 2,
                     .dispatch_times = {{.node = 4,
                                         .label = "relu node 4",
                                         .shader = "relu",
                                         .first_us = 3,
                                         .mean_us = 2,
                                         .work = {.workgroups = {5, 1, 1}, .flops = 600, .bytes = 4800}}},
                     .timeline = {.build = {{.name = "plan", .begin_us = 1, .us = 2}},
                                  .runs = {{.steps = {{.name = "submit", .begin_us = 4, .us = 1}},
                                            .device_begin_us = 70,
                                            .dispatch_us = {3}}}}});
  ASSERT_EQ(programs().size(), 2U);
  EXPECT_FALSE(programs()[0].contains("profiled_runs"));
  EXPECT_EQ(programs()[1]["profiled_runs"], 7);
  EXPECT_EQ(programs()[1]["runs_without_times"], 2);
  EXPECT_EQ(programs()[1]["dispatch_times"][0]["node"], 4);
  EXPECT_EQ(programs()[1]["dispatch_times"][0]["first_us"], 3);
  EXPECT_EQ(programs()[1]["dispatch_times"][0]["mean_us"], 2);
  EXPECT_EQ(programs()[1]["dispatch_times"][0]["workgroups"], json::array({5, 1, 1}));
  EXPECT_EQ(programs()[1]["dispatch_times"][0]["flops"], 600);
  EXPECT_EQ(programs()[1]["dispatch_times"][0]["bytes"], 4800);
  const json timeline = programs()[1]["timeline"];
  EXPECT_EQ(timeline["build"][0]["name"], "plan");
  EXPECT_EQ(timeline["runs"][0]["steps"][0]["begin_us"], 4);
  EXPECT_EQ(timeline["runs"][0]["device_begin_us"], 70);
  EXPECT_EQ(timeline["runs"][0]["dispatch_us"], json::array({3}));
}

}  // namespace
}  // namespace litevk
