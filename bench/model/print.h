// A measurement as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "bench/model/measure.h"

namespace litevk::bench {

// Operator times of the same operator at the same place, added up; the largest sum first.
struct OperatorSum {
  std::string op;
  std::string where;
  int count = 0;
  double sum_us = 0;
};
std::vector<OperatorSum> SumByOperator(std::span<const OperatorTime> times);

void Print(const BenchArguments& arguments, const Measurement& measurement);
// Schema version 1; docs/BENCHMARKING.md lists the keys.
nlohmann::ordered_json ToJson(const BenchArguments& arguments, const Measurement& measurement);
nlohmann::ordered_json ToJson(const Statistics& statistics);

Status WriteJson(const std::filesystem::path& path, const nlohmann::ordered_json& json);

}  // namespace litevk::bench
