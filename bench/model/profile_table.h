// The times of operators in benchmark_model's form.
#pragma once

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

// Prints the tables that benchmark_model prints with --enable_op_profiling (HeaderString, ColumnString and
// GetStatsByNodeType of tensorflow/core/util/stats_calculator.cc): all operators in their order, the ten that
// take longest, and sums. An operator's type is followed by the place where it ran. Nothing without
// operators.
void PrintProfile(std::span<const OperatorTime> operators);

}  // namespace litevk::bench
