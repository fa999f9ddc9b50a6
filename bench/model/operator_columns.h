// The columns of a table of operators, defined once for all output formats.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "bench/model/profile.h"

namespace litevk::bench {

struct OperatorColumn {
  std::string_view key;    // in JSON
  std::string_view title;  // "GFLOP/s"
  std::string_view about;
  bool is_number = false;
  bool is_measured = false;
  nlohmann::ordered_json (*value)(const OperatorTime& time);  // null if nothing is known
};

std::span<const OperatorColumn> OperatorColumns();

// Returns a list with an object for each operator, with the columns' keys.
nlohmann::ordered_json RowsJson(const std::vector<OperatorTime>& operators);

// Returns the facts about an operator that are known without measuring it.
nlohmann::ordered_json FactsJson(const OperatorTime& time);

// Operations, or bytes, in units of 1e9 per second.
double Gflops(const OperatorTime& time);
double Gbs(const OperatorTime& time);

}  // namespace litevk::bench
