// The columns of a table of operators, once for all forms that it is written in.
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
  nlohmann::ordered_json (*value)(const OperatorTime& time);  // null where nothing is known
};

std::span<const OperatorColumn> OperatorColumns();

// A list with an object for each operator, by the columns' keys.
nlohmann::ordered_json RowsJson(const std::vector<OperatorTime>& operators);

// What is known of an operator without measuring it.
nlohmann::ordered_json FactsJson(const OperatorTime& time);

// Operations and bytes in 1e9 a second.
double Gflops(const OperatorTime& time);
double Gbs(const OperatorTime& time);

}  // namespace litevk::bench
