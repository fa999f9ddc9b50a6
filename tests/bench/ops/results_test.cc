#include "bench/ops/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace litevk::bench {
namespace {

using testing::HasSubstr;

OpResults SomeResults() {
  OpResults results = {.context = {.device = "Some GPU", .mode = "gpu", .types = {"f32"}},
                       .peaks = {.gflops = 1000, .gbs = 100}};
  OpResult add = {.name = "ADD/Input[4]xInput[4]/Precision[f32]",
                  .op = "ADD",
                  .type = "f32",
                  .source = "a:1 \"b\":2",
                  .count = 3};
  add.us.median = 10;
  add.cost = {.flops = 1e5, .bytes = 5e5};
  SetRates(results.peaks, add);
  results.results.push_back(add);
  results.results.push_back(
      {.name = "RELU/Input[4]/Precision[f32]", .op = "RELU", .status = Internal("output 0 is wrong")});
  return results;
}

TEST(ResultsTest, RatesAndTheShareOfThePeakThatBinds) {
  const OpResults results = SomeResults();
  const OpResult& add = results.results[0];
  EXPECT_DOUBLE_EQ(add.gflops, 10);
  EXPECT_DOUBLE_EQ(add.gbs, 50);
  EXPECT_DOUBLE_EQ(add.share, 0.5);
}

// A dispatch that takes no longer than an empty one has no rate.
TEST(ResultsTest, NoTimeNoRate) {
  OpResult result = {.cost = {.flops = 1, .bytes = 1}};
  SetRates({.gflops = 1, .gbs = 1}, result);
  EXPECT_EQ(result.gflops, 0);
  EXPECT_EQ(result.share, 0);
}

// An empty submission of three dispatches costs 26; an excess of up to 4 over that is noise.
TEST(ResultsTest, TimesAreLessAnEmptySubmission) {
  const DevicePeaks peaks = {.gflops = 1, .gbs = 1, .empty_device = {22, 2, 4}, .empty_host = {90, 9, 9}};
  OpResult result = {.dispatches = 3};
  SetTimes(peaks, Mode::kGpu, {31, 36, 20}, result);
  EXPECT_EQ(result.raw_us, 31);
  EXPECT_EQ(result.us.median, 5);
  EXPECT_EQ(result.us.min, 0);
  EXPECT_FALSE(result.is_empty);
  SetTimes(peaks, Mode::kGpu, {30}, result);
  EXPECT_TRUE(result.is_empty);
  SetTimes(peaks, Mode::kSubmit, {30}, result);
  EXPECT_EQ(result.us.median, 30);
  EXPECT_FALSE(result.is_empty);
}

TEST(ResultsTest, EmptySubmissionsHaveNoNumbersInFiles) {
  OpResults results;
  results.results = {{.name = "RELU/Input[4]/Precision[f32]", .raw_us = 30, .is_empty = true}};
  const auto row = ToJson(results)["benchmarks"][0];
  EXPECT_EQ(row["raw_us"], 30);
  for (const char* key : {"median_us", "p90_us", "gflops", "gbs", "share_of_peak"})
    EXPECT_TRUE(row[key].is_null());
  EXPECT_THAT(ToCsv(results), HasSubstr(",0,30.0,0.0,,,,,,0.0,0.0,,,,0,0\n"));
}

TEST(ResultsTest, Json) {
  const auto json = ToJson(SomeResults());
  EXPECT_EQ(json["context"]["json_schema_version"], 1);
  EXPECT_EQ(json["context"]["device"], "Some GPU");
  EXPECT_EQ(json["context"]["peak_gflops"], 1000);
  EXPECT_EQ(json["benchmarks"][0]["share_of_peak"], 0.5);
  EXPECT_EQ(json["benchmarks"][1]["error_occurred"], true);
  EXPECT_EQ(json["benchmarks"][1]["error_message"], "output 0 is wrong");
  EXPECT_FALSE(json["benchmarks"][1].contains("median_us"));
}

// compare.py of Google Benchmark reads these, of rows that failed too.
TEST(ResultsTest, JsonHasGoogleBenchmarksKeys) {
  const auto json = ToJson(SomeResults());
  for (const auto& row : json["benchmarks"]) {
    EXPECT_EQ(row["run_name"], row["name"]);
    EXPECT_EQ(row["run_type"], "iteration");
    EXPECT_EQ(row["time_unit"], "us");
    for (const char* key : {"iterations", "real_time", "cpu_time"}) EXPECT_TRUE(row[key].is_number()) << key;
  }
  for (const char* key : {"date", "host_name", "executable", "num_cpus"})
    EXPECT_TRUE(json["context"].contains(key));
}

TEST(ResultsTest, Csv) {
  const std::string csv = ToCsv(SomeResults());
  EXPECT_THAT(csv, testing::StartsWith("name,op,type,source,count,error_message,"));
  EXPECT_THAT(
      csv, HasSubstr("\n\"ADD/Input[4]xInput[4]/Precision[f32]\",\"ADD\",\"f32\",\"a:1 \"\"b\"\":2\",3,,"));
  EXPECT_THAT(csv, HasSubstr("\"output 0 is wrong\",0,,0.0,,"));
}

TEST(ResultsTest, SvgHasARoofAndOnePointForEachResult) {
  const std::string svg = ToSvg(SomeResults());
  EXPECT_THAT(svg, testing::StartsWith("<svg "));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("<title>ADD/Input[4]xInput[4]/Precision[f32]: "));
  EXPECT_THAT(svg, HasSubstr("1 not shown"));
  EXPECT_THAT(svg, testing::Not(HasSubstr("RELU")));
  EXPECT_THAT(svg, testing::Not(HasSubstr("nan")));
}

TEST(ResultsTest, SvgTellsFortyOperatorsApart) {
  OpResults results = {.peaks = {.gflops = 1000, .gbs = 100}};
  for (int i = 0; i < 40; ++i) {
    OpResult result = {.name = "n", .op = "OP_" + std::to_string(i), .cost = {.flops = 10, .bytes = 10}};
    result.us.median = 1;
    SetRates(results.peaks, result);
    results.results.push_back(result);
  }
  const std::string svg = ToSvg(results);
  const std::string legend = svg.substr(svg.find("<g id=\"legend\">"));
  const std::regex marker("translate\\([0-9.]+,([0-9.]+)\\)\" (d=\"[^\"]*\" fill=\"[^\"]*\")");
  std::set<std::string> styles;
  for (std::sregex_iterator at(legend.begin(), legend.end(), marker), end; at != end; ++at) {
    styles.insert((*at)[2]);
    EXPECT_LT(std::stod((*at)[1]), 580);  // the height of the drawing
  }
  EXPECT_EQ(styles.size(), 40U);
}

TEST(ResultsTest, SvgOfNothing) {
  EXPECT_THAT(ToSvg({.peaks = {.gflops = 10, .gbs = 10}}), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace litevk::bench
