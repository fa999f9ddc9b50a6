#include "bench/ops/results.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runtime/base/printable.h"

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

// Returns Google Benchmark's keys. A row without a result has times of 0, as in Google Benchmark.
Json TimesJson(const OpResult& result) {
  Json json = {{"name", result.name},           {"run_name", result.name},
               {"run_type", "iteration"},       {"repetitions", 1},
               {"repetition_index", 0},         {"threads", 1},
               {"iterations", result.us.count}, {"real_time", result.raw_us},
               {"cpu_time", result.cpu_us},     {"time_unit", "us"}};
  if (!result.status.ok()) {
    json["error_occurred"] = true;
    json["error_message"] = result.status.message();
  }
  return json;
}

Json RowJson(const OpResult& result) {
  Json json = TimesJson(result);
  json.update(
      Json{{"op", result.op}, {"type", result.type}, {"source", result.source}, {"count", result.count}});
  if (!result.status.ok()) return json;
  const auto unless_empty = [&](double value) { return result.is_empty ? Json() : Json(value); };
  json["raw_us"] = result.raw_us;
  json["median_us"] = unless_empty(result.us.median);
  json["p10_us"] = unless_empty(result.us.p10);
  json["p90_us"] = unless_empty(result.us.p90);
  json["min_us"] = unless_empty(result.us.min);
  json["mean_us"] = unless_empty(result.us.mean);
  json["flops"] = result.cost.flops;
  json["bytes"] = result.cost.bytes;
  json["gflops"] = unless_empty(result.gflops);
  json["gbs"] = unless_empty(result.gbs);
  json["share_of_peak"] = unless_empty(result.share);
  json["dispatches"] = result.dispatches;
  json["barriers"] = result.barriers;
  return json;
}

Json EmptyJson(const EmptyCost& cost) {
  return {{"submission", cost.submission}, {"dispatch", cost.dispatch}, {"noise", cost.noise}};
}

Json ContextJson(const OpResults& results) {
  const RunContext& context = results.context;
  const DevicePeaks& peaks = results.peaks;
  return {{"date", context.date},
          {"host_name", context.host_name},
          {"executable", context.executable},
          {"num_cpus", context.num_cpus},
          {"load_avg", context.load_avg},
          {"library_build_type", context.build_type},
          {"json_schema_version", 1},
          {"litevk_version", LITEVK_VERSION},
          {"device", context.device},
          {"driver", context.driver},
          {"mode", context.mode},
          {"types", context.types},
          {"peak_gflops", peaks.gflops},
          {"peak_gbs", peaks.gbs},
          {"empty_device_us", EmptyJson(peaks.empty_device)},
          {"empty_host_us", EmptyJson(peaks.empty_host)}};
}

// Doubles quotes, as RFC 4180 requires.
std::string CsvField(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return JsonText(value);
  std::string text = "\"";
  for (const char c : value.get<std::string>()) text.append(c == '"' ? 2 : 1, c);
  return text + "\"";
}

}  // namespace

void SetTimes(const DevicePeaks& peaks, Mode mode, std::vector<double> times_us, OpResult& result) {
  const bool is_net = mode == Mode::kGpu;
  const double empty_us = is_net ? peaks.empty_device.Of(result.dispatches) : 0;
  Statistics& us = result.us;
  us = Summarize(std::move(times_us));
  result.raw_us = us.median;
  for (double* value : {&us.median, &us.p10, &us.p90, &us.min, &us.max, &us.mean}) {
    *value = std::max(0.0, *value - empty_us);
  }
  result.is_empty = is_net && us.median <= peaks.empty_device.noise;
}

void SetRates(const DevicePeaks& peaks, OpResult& result) {
  constexpr double kGigaPerMicro = 1e-3;
  const double us = result.us.median;
  if (result.is_empty || us <= 0) return;
  result.gflops = result.cost.flops / us * kGigaPerMicro;
  result.gbs = result.cost.bytes / us * kGigaPerMicro;
  result.share = std::max(result.gflops / peaks.gflops, result.gbs / peaks.gbs);
}

Json ToJson(const OpResults& results) {
  Json rows = Json::array();
  for (const OpResult& result : results.results) rows.push_back(RowJson(result));
  return {{"context", ContextJson(results)}, {"benchmarks", std::move(rows)}};
}

std::string ToCsv(const OpResults& results) {
  static const std::vector<std::string> kColumns = {
      "name",   "op",       "type",      "source", "count",         "error_message", "iterations",
      "raw_us", "cpu_time", "median_us", "p10_us", "p90_us",        "min_us",        "mean_us",
      "flops",  "bytes",    "gflops",    "gbs",    "share_of_peak", "dispatches",    "barriers"};
  std::ostringstream text;
  for (const std::string& column : kColumns) text << (column == kColumns.front() ? "" : ",") << column;
  text << "\n";
  for (const OpResult& result : results.results) {
    const Json row = RowJson(result);
    for (const std::string& column : kColumns) {
      text << (column == kColumns.front() ? "" : ",") << (row.contains(column) ? CsvField(row[column]) : "");
    }
    text << "\n";
  }
  return text.str();
}

}  // namespace litevk::bench
