#include "bench/model/operator_columns.h"

#include <array>
#include <string>

namespace litevk::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kPerGiga = 1e-3;  // converts a count per microsecond to 1e9 per second

bool IsDispatch(const OperatorTime& time) { return time.where == "gpu"; }

Json OfDispatch(const OperatorTime& time, Json value) {
  return IsDispatch(time) ? std::move(value) : Json(nullptr);
}

// Returns null for a rate if the clock shows no time.
Json Rate(const OperatorTime& time, double rate) {
  return IsDispatch(time) && time.mean_us > 0 ? Json(rate) : Json(nullptr);
}

constexpr std::array kColumns = {
    OperatorColumn{"node", "node", "its number in the model; of a dispatch, that of its root", true, false,
                   [](const OperatorTime& time) { return Json(time.node); }},
    OperatorColumn{"op", "operator", "the root's", false, false,
                   [](const OperatorTime& time) { return Json(time.op); }},
    OperatorColumn{"where", "where",
                   "a dispatch on the gpu, a node on the cpu, or a whole partition of a delegate", false,
                   false, [](const OperatorTime& time) { return Json(time.where); }},
    OperatorColumn{"partition", "partition", "of the dispatch", true, false,
                   [](const OperatorTime& time) { return OfDispatch(time, time.partition); }},
    OperatorColumn{"first_us", "first \u00b5s", "the first run", true, true,
                   [](const OperatorTime& time) { return Json(time.first_us); }},
    OperatorColumn{"mean_us", "mean \u00b5s", "the later runs", true, true,
                   [](const OperatorTime& time) { return Json(time.mean_us); }},
    OperatorColumn{"gflops", "GFLOP/s", "operations over the mean time", true, true,
                   [](const OperatorTime& time) { return Rate(time, Gflops(time)); }},
    OperatorColumn{"gbs", "GB/s", "bytes over the mean time", true, true,
                   [](const OperatorTime& time) { return Rate(time, Gbs(time)); }},
    OperatorColumn{"fused", "runs too", "nodes that were fused into the dispatch", false, false,
                   [](const OperatorTime& time) { return OfDispatch(time, time.fused_ops); }},
    OperatorColumn{"shader", "shader", "that the dispatch runs", false, false,
                   [](const OperatorTime& time) { return OfDispatch(time, time.shader); }},
    OperatorColumn{"workgroups", "workgroups", "along x, y and z", false, false,
                   [](const OperatorTime& time) { return OfDispatch(time, time.workgroups); }},
    OperatorColumn{"flops", "FLOP", "operations of its nodes, in the first dispatch that a node takes", true,
                   false, [](const OperatorTime& time) { return OfDispatch(time, time.flops); }},
    OperatorColumn{"bytes", "bytes", "of the tensors that it reads and writes, each once", true, false,
                   [](const OperatorTime& time) { return OfDispatch(time, time.bytes); }},
    OperatorColumn{"label", "label", "what messages call it", false, false,
                   [](const OperatorTime& time) { return Json(time.label); }},
};

}  // namespace

std::span<const OperatorColumn> OperatorColumns() { return kColumns; }

Json RowsJson(const std::vector<OperatorTime>& operators) {
  Json rows = Json::array();
  for (const OperatorTime& time : operators) {
    Json row;
    for (const OperatorColumn& column : kColumns) row[std::string(column.key)] = column.value(time);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json FactsJson(const OperatorTime& time) {
  Json facts;
  for (const OperatorColumn& column : kColumns) {
    if (!column.is_measured) facts[std::string(column.key)] = column.value(time);
  }
  return facts;
}

double Gflops(const OperatorTime& time) { return kPerGiga * time.flops / time.mean_us; }
double Gbs(const OperatorTime& time) { return kPerGiga * time.bytes / time.mean_us; }

}  // namespace litevk::bench
