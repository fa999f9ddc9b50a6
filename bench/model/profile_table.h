// Operator times in benchmark_model's format.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/model/measure.h"

namespace litevk::bench {

// Sums of the times of one operator type on one device; the largest sum first.
struct OperatorSum {
  std::string op;
  std::string where;
  int count = 0;
  double sum_us = 0;
};
std::vector<OperatorSum> SumByOperator(std::span<const OperatorTime> times);

// Prints the tables that benchmark_model prints with --enable_op_profiling (HeaderString, ColumnString and
// GetStatsByNodeType of tensorflow/core/util/stats_calculator.cc). The tables are all operators in their
// order, the ten that take longest, sums, and whole runs in milliseconds (`runs_ms`). An operator's type is
// followed by the device that ran it. Prints nothing without operators.
void PrintProfile(std::span<const OperatorTime> operators, const std::vector<double>& runs_ms);

}  // namespace litevk::bench
