#include "bench/model/operator_columns.h"
#include "bench/model/print.h"
#include "bench/model/profile_table.h"

#include <nlohmann/json.hpp>

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

Json GpuJson(const tools::GpuReport& gpu) {
  const tools::ProgramTotals& totals = gpu.totals;
  return {{"device", gpu.device.empty() ? Json(nullptr) : Json(gpu.device)},
          {"device_message", gpu.device_message},
          {"device_type", gpu.device_type},
          {"message", gpu.message},
          {"policy", gpu.policy},
          {"driver", gpu.driver},
          {"library_version", gpu.library_version},
          {"nodes_total", gpu.nodes_total},
          {"nodes_delegated", gpu.nodes_delegated},
          {"partitions", gpu.partitions},
          {"dispatches", totals.dispatches},
          {"barriers", totals.barriers},
          {"pipelines", totals.pipelines},
          {"arena_bytes", totals.arena_bytes},
          {"io_bytes", totals.io_bytes},
          {"constant_bytes", totals.constant_bytes},
          {"staging_bytes", totals.staging_bytes},
          {"upload_staging_bytes", totals.upload_staging_bytes},
          {"copies", totals.copies},
          {"tuning_ms", totals.tuning_ms},
          {"plan_ms", totals.plan_ms},
          {"pipelines_ms", totals.pipelines_ms},
          {"upload_ms", totals.upload_ms},
          {"first_use_ms", totals.first_use_ms}};
}

Json ColdStartJson(const ColdStart& cold) {
  return {{"load", cold.load_ms},
          {"plan", cold.plan_ms},
          {"prepare", cold.prepare_ms},
          {"first_inference", cold.first_ms}};
}

Json SumsJson(const std::vector<OperatorTime>& operators) {
  Json json = Json::array();
  for (const OperatorSum& sum : SumByOperator(operators)) {
    json.push_back({{"op", sum.op}, {"where", sum.where}, {"count", sum.count}, {"sum_us", sum.sum_us}});
  }
  return json;
}

}  // namespace

Json ToJson(const Statistics& statistics) {
  return {{"count", statistics.count}, {"median", statistics.median}, {"p10", statistics.p10},
          {"p90", statistics.p90},     {"min", statistics.min},       {"max", statistics.max},
          {"mean", statistics.mean},   {"stddev", statistics.stddev}};
}

Json ToJson(const BenchArguments& arguments, const Measurement& measurement) {
  const MemoryUse& memory = measurement.memory;
  Json json = {{"schema_version", 1},
               {"graph", arguments.graph.string()},
               {"use_cpu", arguments.use_cpu},
               {"num_threads", arguments.num_threads},
               {"external_delegate_options", TextOf(measurement.options)},
               {"cold", arguments.cold},
               {"delegate_kernels", measurement.delegation.kernels},
               {"delegated_completely", measurement.delegation.is_complete},
               {"cold_start_ms", ColdStartJson(measurement.cold_start)},
               {"warmup_ms", ToJson(measurement.warmup_ms)},
               {"steady_ms", ToJson(measurement.steady_ms)},
               {"peak_rss_bytes",
                {{"start", memory.start_rss_bytes},
                 {"init", memory.init_rss_bytes},
                 {"overall", memory.peak_rss_bytes}}},
               {"gpu", measurement.gpu.has_value() ? GpuJson(*measurement.gpu) : Json(nullptr)}};
  if (!arguments.signature.empty()) json["signature"] = arguments.signature;
  if (measurement.cpu.has_value() && measurement.cpu->problem.empty()) {
    json["cpu_ms"] = ToJson(measurement.cpu->ms);
  }
  if (measurement.profile.has_value()) {
    json["profiled_ms"] = ToJson(Summarize(measurement.profile->runs_ms));
    json["operators"] = RowsJson(measurement.profile->operators);
    json["operator_sums"] = SumsJson(measurement.profile->operators);
  }
  return json;
}

}  // namespace litevk::bench
