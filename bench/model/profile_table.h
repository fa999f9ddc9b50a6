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
// take longest, sums, and whole runs, of which `runs_ms` has the milliseconds. An operator's type is followed
// by the place where it ran. Nothing without operators.
void PrintProfile(std::span<const OperatorTime> operators, const std::vector<double>& runs_ms);

}  // namespace litevk::bench
