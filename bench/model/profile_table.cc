#include "bench/model/profile_table.h"

#include <algorithm>

#include "runtime/base/printable.h"
#include "tools/program/output.h"

namespace litevk::bench {
namespace {

constexpr double kUsPerMs = 1000.0;
constexpr size_t kTop = 10;
// Operators show no memory, since memory is planned for a whole partition.
constexpr double kNoMemoryKb = 0;

double TotalUs(std::span<const OperatorTime> operators) {
  double total = 0;
  for (const OperatorTime& time : operators) total += time.mean_us;
  return total;
}

double Percent(double us, double total_us) { return total_us > 0 ? 100 * us / total_us : 0; }

void PrintTitle(const char* title) {
  tools::Printf("\n============================== %s ==============================\n", title);
}

void PrintRows(const char* title, std::span<const OperatorTime> operators, double total_us) {
  PrintTitle(title);
  tools::Printf("\t%24s\t%9s\t%9s\t%8s\t%8s\t%10s\t%9s\t%s\n", "[node type]", "[first]", "[avg ms]", "[%]",
                "[cdf%]", "[mem KB]", "[times called]", "[Name]");
  double so_far_us = 0;
  for (const OperatorTime& time : operators) {
    so_far_us += time.mean_us;
    tools::Printf("\t%24s\t%9.3f\t%9.3f\t%7.3f%%\t%7.3f%%\t%10.3f\t%9d\t%s\n",
                  Printable(time.op + " " + time.where).c_str(), time.first_us / kUsPerMs,
                  time.mean_us / kUsPerMs, Percent(time.mean_us, total_us), Percent(so_far_us, total_us),
                  kNoMemoryKb, 1, Printable(time.label).c_str());
  }
}

void PrintSums(std::span<const OperatorSum> sums, double total_us) {
  PrintTitle("Summary by node type");
  tools::Printf("\t%24s\t%9s\t%10s\t%11s\t%11s\t%10s\t%10s\n", "[Node type]", "[count]", "[avg ms]",
                "[avg %]", "[cdf %]", "[mem KB]", "[times called]");
  double so_far_us = 0;
  for (const OperatorSum& sum : sums) {
    so_far_us += sum.sum_us;
    tools::Printf("\t%24s\t%9d\t%10.3f\t%10.3f%%\t%10.3f%%\t%10.3f\t%10d\n",
                  Printable(sum.op + " " + sum.where).c_str(), sum.count, sum.sum_us / kUsPerMs,
                  Percent(sum.sum_us, total_us), Percent(so_far_us, total_us), kNoMemoryKb, sum.count);
  }
}

// Prints whole runs by the host's clock, and the time that operators do not account for.
void PrintRuns(const std::vector<double>& runs_ms) {
  const Statistics runs = Summarize(runs_ms);
  tools::Printf(
      "\nTimings (microseconds): count=%zu first=%.0f curr=%.0f min=%.0f max=%.0f avg=%.6g std=%.0f\n",
      runs.count, kUsPerMs * runs_ms.front(), kUsPerMs * runs_ms.back(), kUsPerMs * runs.min,
      kUsPerMs * runs.max, kUsPerMs * runs.mean, kUsPerMs * runs.stddev);
}

}  // namespace

std::vector<OperatorSum> SumByOperator(std::span<const OperatorTime> times) {
  std::vector<OperatorSum> sums;
  for (const OperatorTime& time : times) {
    auto sum = std::ranges::find_if(
        sums, [&](const OperatorSum& s) { return s.op == time.op && s.where == time.where; });
    if (sum == sums.end()) sum = sums.insert(sum, {.op = time.op, .where = time.where});
    ++sum->count;
    sum->sum_us += time.mean_us;
  }
  std::ranges::stable_sort(sums, std::ranges::greater(), &OperatorSum::sum_us);
  return sums;
}

void PrintProfile(std::span<const OperatorTime> operators, const std::vector<double>& runs_ms) {
  if (operators.empty()) return;
  const double total_us = TotalUs(operators);
  tools::Printf("\nOperator-wise Profiling Info for Regular Benchmark Runs:\n");
  PrintRows("Run Order", operators, total_us);
  std::vector<OperatorTime> longest(operators.begin(), operators.end());
  std::ranges::stable_sort(longest, std::ranges::greater(), &OperatorTime::mean_us);
  longest.resize(std::min(longest.size(), kTop));
  PrintRows("Top by Computation Time", longest, total_us);
  tools::Printf("\nNumber of nodes executed: %zu\n", operators.size());
  PrintSums(SumByOperator(operators), total_us);
  PrintRuns(runs_ms);
  tools::Printf("%zu nodes observed\n", operators.size());
}

}  // namespace litevk::bench
